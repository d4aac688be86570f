// Sabaki's GTP controller in front of `ludarium gtp`: a game against itself, and a second one on another board.

const {Controller} = require('@sabaki/gtp')

const [program, game, sizes] = process.argv.slice(2)

async function ask(controller, name, ...args) {
  const response = await controller.sendCommand({name, args})
  if (response.error) throw new Error(`${name} ${args}: ${response.content}`)
  return response.content
}

async function play() {
  const controller = new Controller(program, ['gtp', game, '--agent', 'random'])
  controller.start()
  for (const command of ['boardsize', 'clear_board', 'play', 'genmove', 'undo', 'komi']) {
    if (!(await controller.sendCommand({name: 'known_command', args: [command]})).content.includes('true')) {
      throw new Error(`${command} is not known`)
    }
  }
  for (const size of sizes.split(',')) {
    await ask(controller, 'boardsize', size)
    await ask(controller, 'clear_board')
    let [moves, passes] = [0, 0]
    const seen = new Set()
    while (passes < 2 && moves < 40) {
      const colour = moves % 2 ? 'white' : 'black'
      const vertex = await ask(controller, 'genmove', colour)
      passes = vertex === 'pass' ? passes + 1 : 0
      if (vertex !== 'pass' && !/^[A-HJ-Z][0-9]+$/.test(vertex)) throw new Error(vertex)
      if (passes === 0 && seen.has(vertex) && game !== 'go') throw new Error(`${vertex} twice`)
      seen.add(vertex)
      moves += 1
    }
    if (moves < 5) throw new Error(`only ${moves} moves`)
    await ask(controller, 'undo')
    await ask(controller, 'showboard')
  }
  await controller.stop()
  console.log('played')
}

play().catch(error => {
  console.error(error)
  process.exit(1)
})

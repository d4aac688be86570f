// @ts-check
/** Sounds of moves, made by the browser; off until somebody switches them on. */

const STORED = 'ludarium-sounds';

/** @type {AudioContext | undefined} */
let context;

/** The frequency in hertz and the length in seconds of each knock. @type {Record<string, [number, number][]>} */
const KNOCKS = {
  move: [[420, 0.07]],
  capture: [[260, 0.09], [180, 0.12]],
  seed: [[620, 0.04]],
  throw: [[300, 0.05], [340, 0.05], [280, 0.05], [320, 0.08]],
  end: [[392, 0.18], [523, 0.3]],
};

/** The seconds between two knocks of one sound. */
const APART = 0.09;

export const areOn = () => {
  try {
    return localStorage.getItem(STORED) === 'on';
  } catch {
    return false;
  }
};

/** @param {keyof typeof KNOCKS} name */
export function sound(name) {
  if (!areOn()) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, length] of KNOCKS[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(frequency, at);
    tone.frequency.exponentialRampToValueAtTime(frequency / 2, at + length);
    volume.gain.setValueAtTime(0.25, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += APART;
  }
}

/** Adds the switch to a row of buttons. @param {HTMLElement} tools */
export function addSwitch(tools) {
  const button = document.createElement('button');
  button.type = 'button';
  button.id = 'sounds';
  const show = () => {
    button.textContent = areOn() ? 'Sounds: on' : 'Sounds: off';
    button.setAttribute('aria-pressed', String(areOn()));
  };
  button.addEventListener('click', () => {
    try {
      localStorage.setItem(STORED, areOn() ? 'off' : 'on');
    } catch {
      // Without storage the sounds stay off.
    }
    show();
    sound('move');
  });
  show();
  tools.append(button);
}

// @ts-check
/**
 * A thread of its own with the game system as a WebAssembly module. It is sent the address of the module, and answers when
 * that is ready; then each request is sent as JSON with a number, and answered with the number and a reply.
 */

/** @typedef {{memory: WebAssembly.Memory, request: (length: number) => number, answer: () => number, reply: () => number}} Exports */

/** @type {WebAssembly.Module | null} */
let module = null;
/** @type {Exports | null} */
let instance = null;

const imports = { env: { now: () => performance.now() / 1000 } };

/** @returns {Promise<Exports>} */
async function running() {
  if (!instance) instance = /** @type {any} */ (await WebAssembly.instantiate(/** @type {any} */ (module), imports)).exports;
  return /** @type {Exports} */ (instance);
}

/** @param {object} request */
async function answer(request) {
  try {
    const own = await running();
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = own.request(bytes.length);
    new Uint8Array(own.memory.buffer, at, bytes.length).set(bytes);
    const length = own.answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(own.memory.buffer, own.reply(), length)));
  } catch (error) {
    // After a fault nothing in it is sure any more: the next request finds a new one.
    instance = null;
    return { problem: String(error) };
  }
}

addEventListener('message', async ({ data }) => {
  if (data.module) {
    try {
      module = await WebAssembly.compileStreaming(fetch(data.module));
      await running();
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ problem: String(error) });
    }
    return;
  }
  postMessage({ number: data.number, reply: await answer(data.request) });
});

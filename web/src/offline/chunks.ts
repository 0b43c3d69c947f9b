// The chunks of the WebAssembly module (crates/offline/module/split.mjs). `first` and the chunk of a game have the code
// that runs until the first card of a table; `rest` and `rest-<game>` have everything else.

const urls = Object.fromEntries(
  Object.entries(
    import.meta.glob('../../wasm/*.wasm', { query: '?url', import: 'default', eager: true }) as Record<string, string>,
  ).map(([path, url]) => [/([^/]+)\.wasm$/.exec(path)![1]!, url]),
);

/** The names of all chunks. */
export const ALL: readonly string[] = Object.keys(urls);

/** Returns the chunks that contain everything for these games, beside `first`. */
export const whole = (games: Iterable<string>): readonly string[] => [
  'rest',
  ...[...games].flatMap((game) => [game, `rest-${game}`]),
];

/** Compiled chunks by their names. */
export type Code = Readonly<Record<string, WebAssembly.Module>>;

export class Chunks {
  #code: Code;
  readonly #loads = new Map<string, Promise<void>>();

  constructor(code: Code = {}) {
    this.#code = code;
  }

  /** The chunks that have been loaded. */
  get code(): Code {
    return this.#code;
  }

  /** Adds chunks that another worker has loaded. */
  add(code: Code): void {
    this.#code = { ...this.#code, ...code };
  }

  /** Loads those of these chunks that exist. A chunk that could not be loaded is fetched again the next time. */
  async load(names: readonly string[]): Promise<void> {
    await Promise.all(names.filter((name) => name in urls).map((name) => this.#load(name)));
  }

  #load(name: string): Promise<void> {
    const known = this.#loads.get(name);
    if (known) return known;
    const load = fetched(name)
      .then((bytes) => WebAssembly.compile(bytes))
      .then((code) => this.add({ [name]: code }));
    this.#loads.set(name, load);
    load.catch(() => this.#loads.delete(name));
    return load;
  }

  /** Returns a chunk, for a module that is in the middle of a call. If the chunk was not loaded, this worker waits for
   * it. The page does not. */
  now(name: string): WebAssembly.Module {
    const known = this.#code[name];
    if (known) return known;
    try {
      const request = new XMLHttpRequest();
      request.open('GET', urls[name]!, false);
      request.responseType = 'arraybuffer';
      request.send();
      const code = new WebAssembly.Module(request.response as ArrayBuffer);
      this.add({ [name]: code });
      return code;
    } catch (error) {
      // The call ends in the middle, so the module is as broken as after a trap.
      throw new WebAssembly.RuntimeError(`${name} cannot be loaded: ${String(error)}`);
    }
  }
}

async function fetched(name: string): Promise<ArrayBuffer> {
  // The first chunk is needed for the cards of the first table, so all other chunks have a low priority.
  const answer = await fetch(urls[name]!, name === 'first' ? {} : { priority: 'low' });
  if (!answer.ok) throw new Error(`the module cannot be loaded: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength === 0) throw new Error('this page was built without the module');
  return bytes;
}

// Calls functions of a module of WebAssembly: one call a line in, one answer a line out.
// An array travels as its bytes and comes back as it was left; other arguments are words.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const refuse = (name) => () => { throw new Error(`the module asks for ${name}`); };
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const wanted = WebAssembly.Module.imports(module).map(({ name }) => [name, refuse(name)]);
const { exports } = new WebAssembly.Instance(module, { env: Object.fromEntries(wanted) });
const rooms = new Map();

function roomFor(bytes) {
  const size = 1 << Math.ceil(Math.log2(bytes + 64));
  const free = rooms.get(size) ?? rooms.set(size, []).get(size);
  return { size, at: free.pop() ?? ((exports.malloc(size) + 63) & ~63) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { name, words } = JSON.parse(line);
  const taken = [];
  const values = words.map(({ kind, value }) => {
    if (kind === "float64") return value;
    if (kind !== "bytes") return BigInt.asIntN(64, BigInt(value));
    const bytes = Buffer.from(value, "base64");
    const room = { ...roomFor(bytes.length), length: bytes.length };
    new Uint8Array(exports.memory.buffer).set(bytes, room.at);
    taken.push(room);
    return room.at;
  });
  const result = exports[`tablee_${name}`](...values);
  const memory = new Uint8Array(exports.memory.buffer);
  const arrays = taken.map(({ at, length, size }) => {
    rooms.get(size).push(at);
    return Buffer.from(memory.subarray(at, at + length)).toString("base64");
  });
  console.log(JSON.stringify({ result: String(result), arrays }));
}

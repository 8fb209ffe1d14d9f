// Loaded before anything else, so that a Node that cannot load the rest says so. What stands in "engines" of
// package.json is only a warning of npm. Written for the oldest Node that knows --import.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This needs Node 20.19 or later, and this is ${process.version}.`);
  process.exit(2);
}

// From Node 22.8 on, this process and those that it starts keep what they have compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

// Loaded before anything else, so that a Node that cannot load the rest says so. What stands in "engines" of
// package.json is only a warning of npm. Written for the oldest Node that knows --import.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This needs Node 20.19 or later, and this is ${process.version}.`);
  process.exit(2);
}

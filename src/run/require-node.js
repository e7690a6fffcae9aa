// Stops a command with one sentence if this Node cannot run the shop. Every command imports it, or
// runs it first. It must not use features of a new Node.
const NEEDED = 24

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Kairavi needs Node ${NEEDED}, and this is Node ${process.versions.node}: run npm ci without --ignore-scripts, which installs it, or install it yourself.\n`,
  )
  process.exit(1)
}

import { runScript } from './runtime.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('Usage: node scripts/with-node24.mjs <file.ts> [arguments]')
  process.exit(1)
}
runScript(file, args)

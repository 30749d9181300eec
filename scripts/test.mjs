// `npm test`: installs the locked dependencies, then runs every check in test.ts on Node 24.
import { installDependencies } from './install.mjs'
import { runScript } from './runtime.mjs'

installDependencies()
runScript('scripts/test.ts', process.argv.slice(2))

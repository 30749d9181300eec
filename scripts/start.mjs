// `npm start`: installs the locked dependencies, then runs start.ts on Node 24.
import { installDependencies } from './install.mjs'
import { runScript } from './runtime.mjs'

installDependencies('1/4 ')
runScript('scripts/start.ts', process.argv.slice(2))

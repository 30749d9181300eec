import { simulatorEnv } from './env.ts'
import { runAlone } from './run-alone.ts'
import { startSimulator } from './start-simulator.ts'

/** Entry point of the process. */
await runAlone(() => startSimulator(simulatorEnv(process.env)))

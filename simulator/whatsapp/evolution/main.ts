import { runAlone } from '../../run-alone.ts'
import { evolutionEnv } from './evolution-env.ts'
import { startEvolution } from './start-evolution.ts'

/** Entry point of the process. */
await runAlone(() => startEvolution(evolutionEnv(process.env)))

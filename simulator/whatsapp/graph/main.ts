import { runAlone } from '../../run-alone.ts'
import { graphEnv } from './graph-env.ts'
import { startGraph } from './start-graph.ts'

/** Entry point of the process. */
await runAlone(() => startGraph(graphEnv(process.env)))

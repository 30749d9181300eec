import { simulatorEnv } from './env.ts'
import { startSimulator } from './start-simulator.ts'

/** A process of its own: prints `simulator ready <url>`, ends on a signal or when its parent is gone. */
const simulator = await startSimulator(simulatorEnv(process.env))
console.log(`simulator ready ${simulator.url}`)

let ending = false
const end = (): void => {
  if (ending) return
  ending = true
  void simulator.stop().then(() => process.exit(0))
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdin.resume()

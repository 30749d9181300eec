import { simulatorEnv } from './env.ts'
import { startSimulator } from './start-simulator.ts'

/**
 * Entry point of the process: prints `simulator ready <url>` and exits on a signal or when its parent
 * exits.
 */
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

/** Prints `simulator ready <url>` and ends on a signal or when the parent ends. */
export async function runAlone(
  start: () => Promise<{ readonly url: string; stop(): Promise<void> }>,
): Promise<void> {
  // A log that cannot be written never ends it.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  const simulator = await start()
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
}

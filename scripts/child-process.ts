import type { ChildProcess } from 'node:child_process'
import type { Running } from './supervise.ts'

/** A child that is stopped with SIGTERM, and killed when that takes longer than `maxStopMs`. */
export function runningChild(child: ChildProcess, maxStopMs = 12_000): Running {
  return {
    ended: new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ? `sinal ${signal}` : `código ${String(code)}`))
    }),
    stop: () => stopChild(child, maxStopMs),
  }
}

function stopChild(child: ChildProcess, maxStopMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    const killer = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
    child.once('exit', () => {
      clearTimeout(killer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

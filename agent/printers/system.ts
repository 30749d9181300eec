import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PrintCause } from '../../contract/printing/printing.ts'
import { PrinterProblem, type PrinterDriver } from './printer.ts'

const run = promisify(execFile)
const commandMs = 8_000
const printMs = 30_000

/**
 * CUPS queues, through its commands. A ticket is sent as raw bytes and counts as printed when the queue
 * has finished it. A ticket stuck in the queue is cancelled, so that it does not print later next to its
 * reprint.
 */
export function systemPrinters(): PrinterDriver {
  return {
    print: async (printer, payload) => {
      const cause = await queueProblem(printer.address)
      if (cause) throw new PrinterProblem(cause)
      const file = join(tmpdir(), `balcao-${randomUUID()}.bin`)
      await writeFile(file, payload, { mode: 0o600 })
      try {
        const output = await command('lp', ['-d', printer.address, '-o', 'raw', file])
        const request = /request id is (\S+)/.exec(output)?.[1]
        if (!request) throw new PrinterProblem('device')
        await waitUntilPrinted(printer.address, request)
      } finally {
        await rm(file, { force: true })
      }
    },
    check: ({ address }) => queueProblem(address),
    available: async () => {
      try {
        const output = await command('lpstat', ['-e'])
        return output
          .split('\n')
          .map((name) => name.trim())
          .filter((name) => queueName.test(name))
          .map((name) => ({ kind: 'system' as const, address: name, name: `Fila ${name}` }))
      } catch {
        // CUPS is not installed.
        return []
      }
    },
  }
}

/** As CUPS names queues; anything else could be read as an option of its commands. */
const queueName = /^\w[\w.-]{0,126}$/

async function queueProblem(queue: string): Promise<PrintCause | null> {
  if (!queueName.test(queue)) return 'device'
  try {
    const output = await command('lpstat', ['-p', queue])
    return /disabled|paused|not ready/i.test(output) ? 'offline' : null
  } catch {
    return 'device'
  }
}

async function waitUntilPrinted(queue: string, request: string): Promise<void> {
  const until = Date.now() + printMs
  while (Date.now() < until) {
    const waiting = await command('lpstat', ['-W', 'not-completed', '-o', queue])
    if (!waiting.split('\n').some((line) => line.startsWith(`${request} `))) return
    await wait(500)
  }
  await command('cancel', [request])
  throw new PrinterProblem('silent', true)
}

async function command(name: string, args: readonly string[]): Promise<string> {
  try {
    // The output is parsed, so it must be in English.
    const { stdout } = await run(name, args, { timeout: commandMs, env: { ...process.env, LC_ALL: 'C' } })
    return stdout
  } catch {
    throw new PrinterProblem('device')
  }
}

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PrintCause } from '../../contract/printing/printing.ts'
import { PrinterProblem, type PrinterDoor } from './printer.ts'

const run = promisify(execFile)
const commandMs = 8_000
const printMs = 30_000

/**
 * Queues of CUPS, by its own commands: the ticket goes as raw bytes, and counts as printed when the
 * queue has worked it off. A ticket that stays in the queue is taken back, so that it does not come
 * out later beside its reprint.
 */
export function systemPrinters(): PrinterDoor {
  return {
    print: async (printer, payload) => {
      const cause = await queueTrouble(printer.address)
      if (cause) throw new PrinterProblem(cause)
      const file = join(tmpdir(), `balcao-${randomUUID()}.bin`)
      await writeFile(file, payload, { mode: 0o600 })
      try {
        const said = await command('lp', ['-d', printer.address, '-o', 'raw', file])
        const request = /request id is (\S+)/.exec(said)?.[1]
        if (!request) throw new PrinterProblem('device')
        await workedOff(printer.address, request)
      } finally {
        await rm(file, { force: true })
      }
    },
    check: ({ address }) => queueTrouble(address),
    available: async () => {
      try {
        const said = await command('lpstat', ['-e'])
        return said
          .split('\n')
          .map((name) => name.trim())
          .filter((name) => /^[\w.-]{1,127}$/.test(name))
          .map((name) => ({ kind: 'system' as const, address: name, name: `Fila ${name}` }))
      } catch {
        // No CUPS on this machine.
        return []
      }
    },
  }
}

async function queueTrouble(queue: string): Promise<PrintCause | null> {
  try {
    const said = await command('lpstat', ['-p', queue])
    return /disabled|paused|not ready/i.test(said) ? 'offline' : null
  } catch {
    return 'device'
  }
}

async function workedOff(queue: string, request: string): Promise<void> {
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
    // Words of another language would not be understood.
    const { stdout } = await run(name, args, { timeout: commandMs, env: { ...process.env, LC_ALL: 'C' } })
    return stdout
  } catch {
    throw new PrinterProblem('device')
  }
}

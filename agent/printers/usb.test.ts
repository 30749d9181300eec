import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentJob, WatchedPrinter } from '../../contract/printing/print-agent.ts'
import { usbPrinters } from './usb.ts'

/** A named pipe has a small buffer, like the kernel's printer device. */
let folder: string
let device: WatchedPrinter
const driver = usbPrinters()
const job = {} as AgentJob

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-usb-'))
  device = { id: 'p', name: 'Cozinha', kind: 'usb', address: join(folder, 'lp0') }
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a ticket longer than the printer’s buffer is sent as fast as the printer accepts it', async () => {
  execFileSync('mkfifo', [device.address])
  const printer = openSync(device.address, constants.O_RDONLY | constants.O_NONBLOCK)
  const ticket = Buffer.alloc(200_000, 'x')
  let taken = 0
  const taking = setInterval(() => {
    try {
      taken += readSync(printer, Buffer.alloc(20_000))
    } catch {
      // The pipe is empty.
    }
  }, 5)
  await driver.print(device, ticket, job)
  await vi.waitFor(() => expect(taken).toBe(200_000), 5_000)
  clearInterval(taking)
  closeSync(printer)
})

test('a missing device is reported by the check and by printing', async () => {
  expect(await driver.check(device)).toBe('device')
  await expect(driver.print(device, Buffer.from('x'), job)).rejects.toMatchObject({
    cause: 'device',
    started: false,
  })
})

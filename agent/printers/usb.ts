import { constants } from 'node:fs'
import { access, open, readdir } from 'node:fs/promises'
import { PrinterProblem, type PrinterDriver } from './printer.ts'

const folder = '/dev/usb'
const writeMs = 30_000

/** The kernel's device file of a USB printer. */
export function usbPrinters(): PrinterDriver {
  return {
    print: async ({ address }, payload) => {
      const device = await open(address, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => {
        throw new PrinterProblem('device')
      })
      try {
        await writeAll(device, payload)
      } finally {
        await device.close()
      }
    },
    check: async ({ address }) => {
      try {
        await access(address, constants.W_OK)
        return null
      } catch {
        return 'device'
      }
    },
    available: async () => {
      const names = await readdir(folder).catch(() => [])
      return names
        .filter((name) => /^lp\d+$/.test(name))
        .map((name) => ({ kind: 'usb' as const, address: `${folder}/${name}`, name: `USB ${name}` }))
    },
  }
}

type Device = Awaited<ReturnType<typeof open>>

/** Non-blocking, because a printer without paper accepts nothing; EAGAIN is retried until the time limit. */
async function writeAll(device: Device, payload: Buffer): Promise<void> {
  const until = Date.now() + writeMs
  let at = 0
  while (at < payload.length) {
    try {
      const { bytesWritten } = await device.write(payload, at)
      at += bytesWritten
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code !== 'EAGAIN') throw new PrinterProblem('cut', at > 0)
      if (Date.now() > until) throw new PrinterProblem(at > 0 ? 'silent' : 'paper', at > 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

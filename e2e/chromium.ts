import { chromium, type Browser } from 'playwright-core'

let opened: Promise<Browser> | null = null

/** The Chromium of this worker, shared by its files; it ends with the worker's process. */
export function sharedChromium(): Promise<Browser> {
  opened ??= launchChromium(process.env.BALCAO_CHROMIUM ?? '/usr/bin/chromium', {
    libraries: process.env.BALCAO_CHROMIUM_LIBRARIES,
  })
  return opened
}

/** A Chromium that shows notifications, for one file, which closes it; the shared one where there is none. */
export async function notifyingChromium(): Promise<Browser> {
  const path = process.env.BALCAO_NOTIFYING_CHROMIUM
  return path ? launchChromium(path) : sharedChromium()
}

const usualArguments =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

function launchChromium(
  executablePath: string,
  { libraries }: { libraries?: string | undefined } = {},
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: (process.env.BALCAO_CHROMIUM_ARGS ?? usualArguments).split(' '),
    ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
  })
}

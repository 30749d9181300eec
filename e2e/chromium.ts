import { chromium, type Browser } from 'playwright-core'

let opened: Promise<Browser> | null = null

/** The Chromium of this worker, shared by its files; it ends with the worker's process. */
export function sharedChromium(): Promise<Browser> {
  opened ??= launchChromium()
  return opened
}

const usualArguments =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** The one that scripts/find-browser.ts found, else Debian's. */
function launchChromium(): Promise<Browser> {
  const libraries = process.env.BALCAO_CHROMIUM_LIBRARIES
  return chromium.launch({
    executablePath: process.env.BALCAO_CHROMIUM ?? '/usr/bin/chromium',
    args: (process.env.BALCAO_CHROMIUM_ARGS ?? usualArguments).split(' '),
    ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
  })
}

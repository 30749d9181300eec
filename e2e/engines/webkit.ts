import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Builder, Capabilities, WebElement, type WebDriver } from 'selenium-webdriver'
import { vi } from 'vitest'
import { freePort } from '../../server/db/postgres/private-postgres.ts'
import {
  findControl,
  patternOf,
  pressable,
  typable,
  until,
  type Engine,
  type EnginePage,
  type Size,
} from './engine.ts'

export interface WebKitPrograms {
  /** WebKitGTK's driver, its small browser, and the screen it is drawn on. */
  readonly driver: string
  readonly browser: string
  readonly screen: string
}

/** WebKitGTK over WebDriver. Its window fills a screen of the wanted size, since it has a least width of its own. */
export const webkit = (programs: WebKitPrograms): Engine => ({
  open: async ({ width, height }) => {
    const screen = await startScreen(programs.screen, `${width}x${height}x24`)
    const port = await freePort()
    const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: screen.display, LANG: 'pt_BR.UTF-8', LIBGL_ALWAYS_SOFTWARE: '1' },
    })
    const session = await connect(`http://127.0.0.1:${port}`, programs.browser)
    await fill(session, { width, height })
    const page: EnginePage = {
      go: (url) => session.get(url),
      press: async (name) => {
        const [source, flags] = patternOf(name)
        await until(page, `pressing ${String(name)}`, async () => {
          const element = await found(session, source, flags, pressable)
          if (!element) return false
          try {
            await bringIntoView(session, element)
            await element.click()
            return true
          } catch {
            // Replaced, or still moving.
            return false
          }
        })
      },
      type: async (label, text) => {
        const [source, flags] = patternOf(label)
        await until(page, `typing into ${label}`, async () => {
          const element = await found(session, source, flags, typable)
          await element?.sendKeys(text)
          return element !== null
        })
      },
      evaluate: (what, argument = '') =>
        session.executeScript(`return (${what.toString()})(...arguments)`, argument) as never,
      picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
      close: async () => {
        await session.quit()
        driver.kill()
        screen.program.kill()
      },
    }
    return page
  },
})

/** The window manager that would do this at once is missing. */
async function fill(session: WebDriver, { width, height }: Size): Promise<void> {
  const filled = async () => {
    await session.manage().window().setRect({ x: 0, y: 0, width, height })
    const [wide, high] = await session.executeScript<[number, number]>('return [innerWidth, innerHeight]')
    if (wide !== width || high !== height)
      throw new Error(`the window of WebKit does not become ${width} by ${height}`)
  }
  await vi.waitFor(filled, { timeout: 5_000, interval: 250 })
}

async function found(session: WebDriver, ...[source, flags, kinds]: Parameters<typeof findControl>) {
  const element = await session.executeScript(
    `return (${findControl.toString()})(...arguments)`,
    source,
    flags,
    kinds,
  )
  return element instanceof WebElement ? element : null
}

/**
 * The driver does not scroll to a button that lies a little below the window and calls it not interactable. `nearest`
 * stops at the page's own scroll padding, as the focus of a person's keyboard does, so the tab bar must not cover it.
 */
const bringIntoView = (session: WebDriver, element: WebElement) =>
  session.executeScript('arguments[0].scrollIntoView({ block: "nearest" })', element)

async function connect(url: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities()
  capabilities.set('browserName', 'MiniBrowser')
  capabilities.set('webkitgtk:browserOptions', { binary, args: ['--automation', '--full-screen'] })
  // The driver does not say when it listens.
  return vi.waitFor(async () => new Builder().usingServer(url).withCapabilities(capabilities).build(), {
    timeout: 15_000,
    interval: 200,
  })
}

/** The server picks a free display and writes its number. */
async function startScreen(
  program: string,
  size: string,
): Promise<{ readonly display: string; readonly program: ChildProcess }> {
  const started = spawn(program, ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [chunk] = (await once(started.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { display: `:${chunk.toString().trim()}`, program: started }
}

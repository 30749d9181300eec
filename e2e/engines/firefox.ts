import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { findControl, patternOf, pressable, typable, until, type Engine, type EnginePage } from './engine.ts'

/** Firefox over WebDriver BiDi, without a window. */
export const firefox = (executablePath: string): Engine => ({
  open: async (size) => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      extraPrefsFirefox: { 'intl.locale.requested': 'pt-BR', 'ui.prefersReducedMotion': 1 },
    })
    const tab = await browser.newPage()
    await tab.setViewport({ width: size.width, height: size.height })
    const page: EnginePage = {
      // A page that is still loading aborts the first wish to leave it.
      go: async (url) => void (await tab.goto(url).catch(() => tab.goto(url))),
      press: async (name) => {
        const [source, flags] = patternOf(name)
        await until(page, `pressing ${String(name)}`, async () => {
          const found = await tab.evaluateHandle(findControl, source, flags, pressable)
          const element = found.asElement()
          if (!element) return false
          try {
            await (element as ElementHandle<Element>).click()
            return true
          } catch {
            // Replaced while it was being scrolled to.
            return false
          }
        })
      },
      type: async (label, text) => {
        const [source, flags] = patternOf(label)
        await until(page, `typing into ${label}`, async () => {
          const found = await tab.evaluateHandle(findControl, source, flags, typable)
          const element = found.asElement() as ElementHandle<Element> | null
          if (!element) return false
          await element.focus()
          await tab.keyboard.type(text)
          return true
        })
      },
      evaluate: (what, argument = '') => tab.evaluate(what, argument) as never,
      picture: async () => Buffer.from(await tab.screenshot()),
      close: () => browser.close(),
    }
    return page
  },
})

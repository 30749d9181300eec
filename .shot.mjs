import { chromium } from 'playwright-core'
const [, , base, what] = process.argv
const email = process.env.WHO ?? 'dona@balcao.example'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const looks = (process.env.LOOKS ?? '1440l,390d').split(',').map(l => ({ width: parseInt(l), theme: l.endsWith('d') ? 'dark' : 'light' }))
for (const look of looks) {
  const context = await browser.newContext({ viewport: { width: look.width, height: look.width < 500 ? 844 : 900 }, colorScheme: look.theme, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', baseURL: base })
  const page = await context.newPage(); page.setDefaultTimeout(60000)
  await page.goto('/')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill('Balcao#2026')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Entrar', exact: true }).waitFor({ state: 'detached' })
  for (const spec of what.split(';')) {
    const [name, path, act] = spec.split('=>')
    try {
      await page.goto(path.trim())
      await page.locator("main h1, main h2, main section").first().waitFor(); await page.waitForTimeout(4500)
      if (act) await eval(`(async () => { ${act} })()`)
      if (act) await page.waitForTimeout(1800)
      await page.screenshot({ path: `/tmp/chatshots/${name.trim()}-${look.width}${look.theme[0]}.png` })
    } catch (e) { console.log(name, String(e).slice(0, 300)); await page.screenshot({ path: `/tmp/chatshots/${name.trim()}-${look.width}${look.theme[0]}-FAIL.png` }) }
  }
  await context.close()
}
await browser.close()

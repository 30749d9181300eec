import { mkdirSync } from 'node:fs'
import { startPanel, openPanel, signIn } from './e2e/panel.ts'
const panel = await startPanel("/tmp/group-data")
console.log('panel', panel.url)
const out = '/tmp/group-shots'
try {
  for (const [w,h] of [[1440,900],[390,844]] as const) for (const theme of ['light','dark'] as const) {
    const page = await openPanel(panel, '/', { width: w, height: h, theme })
    page.on('pageerror', (e) => console.log('ERR', w, theme, e.message))
    page.on('console', (m) => m.type()==='error' && console.log('console', m.text()))
    await signIn(page, 'dona@balcao.example')
    const shot = async (name: string, full = true) => { await page.waitForTimeout(900); await page.screenshot({ path: `${out}/${name}-${w}-${theme}.png`, fullPage: full }) }
    await page.goto('/lojas'); await page.getByRole('heading',{name:'Todas as lojas'}).waitFor(); await shot('lojas')
    if (w===1440 && theme==='light') {
      await page.getByRole('button',{name:'Criar grupo'}).click()
      await page.getByLabel('Nome do grupo').fill('Família Prado')
      await page.waitForTimeout(900)
      await page.getByLabel('Todas', { exact: true }).check()
      await shot('create', false)
      await page.getByRole('dialog').getByRole('button',{name:'Criar grupo'}).click()
      await page.waitForURL("**/familia-prado*").catch(async () => { await page.keyboard.press("Escape"); await page.goto("/familia-prado") })
    } else {
      await page.getByRole('button',{name:'Criar grupo'}).click()
      await page.getByLabel('Nome do grupo').fill('Família Prado')
      await page.waitForTimeout(1200)
      await shot('taken', false)
      await page.keyboard.press('Escape')
      await page.goto('/familia-prado')
    }
    await page.getByRole('heading',{name:/Família Prado/}).waitFor(); await page.getByText('Quem vende mais').waitFor(); await shot('group')
    console.log(w, theme, 'figure y', await page.locator('[data-metric=net-big]').evaluate((e)=>e.getBoundingClientRect().top), 'overflow', await page.evaluate(()=>document.documentElement.scrollWidth))
    await page.getByRole('button',{name:'Editar grupo'}).click(); await shot('edit', false)
    await page.getByRole('button',{name:'Excluir grupo'}).click(); await shot('delete', false)
    await page.keyboard.press('Escape')
    const yesterday = new Date(Date.now()-86400000*1.2).toISOString().slice(0,10)
    await page.goto(`/familia-prado?day=${yesterday}`); await page.getByText('Quem vende mais').waitFor(); await shot('finished')
    if (w === 390) { await page.getByRole('button', { name: /Grupo/ }).first().click(); await shot('sheet', false) }
    else { await page.getByRole('button', { name: /Mudar o dia/ }).click(); await shot('words', false) }
    await page.context().close()
  }
} finally { await panel.stop() }

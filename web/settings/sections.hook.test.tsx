import { expect, test } from 'vitest'
import { moduleKeys, type ModuleKey } from '../../contract/stores/module-keys.ts'
import { moduleSections } from '../../contract/stores/module-sections.ts'
import { moduleTabs } from '../stores/modules/module-words.rules.ts'
import { movedTo } from './former-tabs.rules.ts'
import { settings } from './search/settings-words.ts'
import { allParts, sections } from './sections.ts'

const partIds = allParts.map(({ id }) => id)
const sectionOf = (tab: string): string | undefined =>
  sections.find(({ parts }) => parts.some(({ id }) => id === tab))?.label

test('there are at most ten sections, and the first is the shop’s', () => {
  expect(sections.length).toBeLessThanOrEqual(10)
  expect(sections[0]?.label).toBe('Loja')
  expect(sections[0]?.parts[0]?.id).toBe('loja')
})

test('no two parts have the same address', () => {
  expect(new Set(partIds).size).toBe(partIds.length)
})

/** Every address that a mail, a tutorial, a notice or a bookmark may have had, and the section it opens today. */
test.each([
  ['primeiros-passos', undefined],
  ['loja', 'Loja'],
  ['modulos', 'Loja'],
  ['horarios', 'Horários'],
  ['entrega', 'Entrega'],
  ['orders', 'Pedidos'],
  ['printing', 'Impressoras'],
  ['integracoes', 'Canais'],
  ['whatsapp', 'Canais'],
  ['team', 'Equipe e avisos'],
  ['notificacoes', 'Equipe e avisos'],
  ['mails', 'Equipe e avisos'],
  ['notifications', 'Equipe e avisos'],
  ['anuncios', 'Divulgação'],
  ['indicacoes', 'Divulgação'],
  ['contador', 'Documentos'],
  ['dados-pessoais', 'Documentos'],
  ['historico', 'Documentos'],
])('the old address ?tab=%s opens %s', (tab, section) => {
  const moved = movedTo(tab)
  const now = moved ? moved.tab : tab
  expect(now && partIds.includes(now)).toBe(true)
  expect(sectionOf(now ?? '')).toBe(section)
})

test('the menu leads out of the settings, and the account is the person’s own part', () => {
  expect(movedTo('menu')).toEqual({ to: '/cardapio' })
  expect(movedTo('account')).toBeNull()
  expect(partIds).toContain('account')
  expect(movedTo('toString')).toBeNull()
})

/** By a part itself, at the head of the section that is about them (rules-tab.tsx). */
const switchedWithin: Readonly<Record<string, readonly ModuleKey[]>> = { orders: ['autoAccept'] }

test('each module is switched on one page, which is the page that the texts name', () => {
  for (const key of moduleKeys) {
    const switching = allParts
      .filter(({ id, modules, modulesBelow }) =>
        [modules, modulesBelow, switchedWithin[id]].some((keys) => keys?.includes(key)),
      )
      .map(({ id }) => id)
    expect(switching, key).toEqual([moduleTabs[key]])
    expect(sectionOf(moduleTabs[key]), key).toBe(moduleSections[key])
  }
})

test('every place that the search leads to is a part of the settings', () => {
  for (const { place, label } of settings) if ('tab' in place) expect(partIds, label).toContain(place.tab)
})

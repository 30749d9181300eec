import { expect, test } from 'vitest'
import type { MenuItem } from '../../contract/menu/menu.ts'
import { feedRow, googleXml, metaCsv, type FeedRow } from './feed.rules.ts'

const store = { brand: 'Forno & Cia', slug: 'forno', origin: 'https://painel.example' }
const item = (changes: Partial<MenuItem> = {}): MenuItem => ({
  id: '0198aaaa-0000-7000-8000-000000000001',
  categoryId: 'c1',
  name: 'Pizza "da casa", grande',
  description: 'Molho,\nqueijo <e> manjericão',
  externalCode: null,
  productKey: 'pizza',
  priceCents: 5_490,
  photoUrl: '/api/menu/photos/1/2',
  status: 'AVAILABLE',
  pause: null,
  channels: [],
  optionGroupIds: [],
  serving: null,
  unit: 'UN',
  ean: null,
  allergen: [],
  isAlcoholic: false,
  taxClass: null,
  ncm: null,
  availability: [],
  locks: [],
  version: 1,
  ...changes,
})
const rowOf = (changes: Partial<MenuItem> = {}) => feedRow(item(changes), new Map([['c1', 'Pizzas']]), store)
const row = rowOf() as FeedRow

test('an item is a product that leads to the store’s WhatsApp', () => {
  expect(row).toEqual({
    id: item().id,
    title: 'Pizza "da casa", grande',
    description: 'Molho, queijo <e> manjericão',
    available: true,
    priceCents: 5_490,
    link: `https://painel.example/feeds/forno/whatsapp?item=${item().id}`,
    imageLink: 'https://painel.example/api/menu/photos/1/2',
    brand: 'Forno & Cia',
    gtin: null,
    productType: 'Pizzas',
  })
})

test.each([
  ['a picture', { photoUrl: null }],
  ['a price of its own', { priceCents: 0 }],
])('an item without %s is left out', (_what, changes) => {
  expect(rowOf(changes)).toBeNull()
})

test('alcohol is left out', () => {
  expect(rowOf({ isAlcoholic: true })).toBeNull()
})

test('an item without a description is described by its name, and a long one is clipped between letters', () => {
  expect(rowOf({ description: '  ' })?.description).toBe('Pizza "da casa", grande')
  expect(rowOf({ name: '🍕'.repeat(200) })?.title).toBe('🍕'.repeat(150))
})

test('the catalogue has Meta’s columns, and quotes what needs it', () => {
  const [head, line] = metaCsv([row]).split('\n')
  expect(head).toBe(
    'id,title,description,availability,condition,price,link,image_link,brand,gtin,product_type',
  )
  expect(line).toBe(
    `${row.id},"Pizza ""da casa"", grande","Molho, queijo <e> manjericão",in stock,new,54.90 BRL,${row.link},${row.imageLink},Forno & Cia,,Pizzas`,
  )
  expect(metaCsv([{ ...row, available: false }])).toContain(',out of stock,')
})

test('a program reads the codes of the catalogue as they are, with their zeros', () => {
  const [, line] = metaCsv([{ ...row, id: '0042', gtin: '07891234567895' }]).split('\n')
  expect(line).toMatch(/^0042,/)
  expect(line).toContain(',07891234567895,')
})

test('no text of a menu is a formula when the catalogue is opened as a spreadsheet', () => {
  const [, line] = metaCsv([
    { ...row, title: '+1', description: ' =HYPERLINK("x")', productType: '＝1' },
  ]).split('\n')
  expect(line).toContain(`,'+1,"' =HYPERLINK(""x"")",`)
  expect(line).toMatch(/,'＝1$/)
})

test('the merchant feed is well-formed RSS with Google’s names', () => {
  const xml = googleXml([row, { ...row, gtin: '7891000100103', available: false }], store)
  expect(xml).toContain('xmlns:g="http://base.google.com/ns/1.0"')
  expect(xml).toContain('<title>Cardápio de Forno &amp; Cia</title>')
  expect(xml).toContain('<g:description>Molho, queijo &lt;e&gt; manjericão</g:description>')
  expect(xml).toContain('<g:price>54.90 BRL</g:price>')
  expect(xml).toContain('<g:identifier_exists>no</g:identifier_exists>')
  expect(xml).toContain('<g:gtin>7891000100103</g:gtin>')
  expect(xml).toContain('<g:availability>out_of_stock</g:availability>')
  const opened = [...xml.matchAll(/<([a-z][\w:]*)(?:\s[^>]*)?>/g)].map(([, name]) => name)
  const closed = [...xml.matchAll(/<\/([\w:]+)>/g)].map(([, name]) => name)
  const sorted = (names: readonly (string | undefined)[]) =>
    names.map(String).toSorted((a, b) => a.localeCompare(b))
  expect(sorted(opened)).toEqual(sorted(closed))
})

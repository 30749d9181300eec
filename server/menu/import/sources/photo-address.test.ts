import { expect, test } from 'vitest'
import { readJsonLd, readSchemaOrg } from './read-schema-org.ts'
import { photoAddress } from './photo-address.ts'

const page = 'https://loja.example/cardapio/'

test.each([
  ['https://fotos.example/a.jpg', 'https://fotos.example/a.jpg'],
  ['/a.jpg', 'https://loja.example/a.jpg'],
  ['a.jpg', 'https://loja.example/cardapio/a.jpg'],
  [{ URL: 'https://fotos.example/a.jpg', CRC_32: 'x' }, 'https://fotos.example/a.jpg'],
  [{ '@type': 'ImageObject', contentUrl: '/a.jpg' }, 'https://loja.example/a.jpg'],
  [['', { url: '/b.jpg' }, '/c.jpg'], 'https://loja.example/b.jpg'],
  ['javascript:alert(1)', undefined],
  ['data:image/png;base64,AAAA', undefined],
  ['https://dona:senha@fotos.example/a.jpg', undefined],
  [`/${'a'.repeat(3_000)}`, undefined],
  [' ', undefined],
  [7, undefined],
  [undefined, undefined],
])('the photo %j is at %s', (value, address) => {
  expect(photoAddress(value, page)).toBe(address)
})

test('a short address without its page is none', () => {
  expect(photoAddress('/a.jpg')).toBeUndefined()
})

test('a page tells photos as JSON-LD, also apart from their items, and as pictures in its text', () => {
  const item = (name: string, image: unknown) => ({
    '@type': 'MenuItem',
    name,
    image,
    offers: { price: '10', priceCurrency: 'BRL' },
  })
  const graph = {
    '@graph': [
      {
        '@type': 'Menu',
        hasMenuItem: [item('A', '/a.jpg'), item('B', { '@id': '#b' }), item('C', ['/c.jpg'])],
      },
      { '@id': '#b', '@type': 'ImageObject', url: '/b.jpg' },
    ],
  }
  expect(readJsonLd(graph, page)?.items.map(({ photoUrl }) => photoUrl)).toEqual([
    'https://loja.example/a.jpg',
    'https://loja.example/b.jpg',
    'https://loja.example/c.jpg',
  ])
  const html = `<div itemscope itemtype="https://schema.org/Menu"><div itemprop="hasMenuItem" itemscope
    itemtype="https://schema.org/MenuItem"><b itemprop="name">D</b><img itemprop="image" src="/d.jpg">
    <span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">9,90</b></span></div></div>`
  expect(readSchemaOrg(html, page)?.items).toMatchObject([
    { name: 'D', photoUrl: 'https://loja.example/d.jpg' },
  ])
})

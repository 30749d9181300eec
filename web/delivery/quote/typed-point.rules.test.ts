import { expect, test } from 'vitest'
import { pointIn } from './typed-point.rules.ts'

test.each([
  '-23.5505, -46.6333',
  '-23,5505; -46,6333',
  '\u221223.5505 \u221246.6333',
  'https://www.google.com/maps/place/Rua+A/@-23.5505,-46.6333,17z/data=x',
  'https://maps.google.com/?q=-23.5505%2C-46.6333',
  'https://www.google.com/maps/place/x/data=!3d-23.5505!4d-46.6333',
  'https://www.openstreetmap.org/?mlat=-23.5505&mlon=-46.6333#map=17',
  'estou aqui: -23.5505,-46.6333 obrigado',
])('“%s” names a point', (text) => {
  expect(pointIn(text)).toEqual({ lat: -23.5505, lng: -46.6333 })
})

test.each([
  '',
  'Rua A, 120',
  '23.5505, 46.6333',
  '48.8566, 2.3522',
  '-23.5505',
  '05409-000, 120',
  'https://maps.app.goo.gl/x',
])('“%s” names none in Brazil', (text) => {
  expect(pointIn(text)).toBeNull()
})

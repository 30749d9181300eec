import { expect, test } from 'vitest'
import { coordinateOf, documentShown, zoneEffect, zoneSuggestion } from './profile.rules.ts'

test('a coordinate is typed with a comma or a point', () => {
  expect([coordinateOf('-23,5505'), coordinateOf('−23.5'), coordinateOf(' ')]).toEqual([
    -23.5505,
    -23.5,
    null,
  ])
  expect([coordinateOf('norte'), coordinateOf('1e308'), coordinateOf('1,2,3')]).toEqual([NaN, NaN, NaN])
})

test('a document is shown with its punctuation, letters too', () => {
  expect(documentShown('52998224725')).toBe('529.982.247-25')
  expect(documentShown('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
})

test('another zone says what it changes before it is saved', () => {
  const night = new Date('2026-11-21T07:30:00Z')
  expect(zoneEffect('America/Sao_Paulo', 'America/Sao_Paulo', '04:00', night)).toBeNull()
  expect(zoneEffect('America/Sao_Paulo', 'America/Manaus', '04:00', night)).toBe(
    'Para a loja são 03:30 em vez de 04:30. Os horários e a virada do dia às 04:00 seguem este relógio. ' +
      'Pedidos que já entraram ficam no dia em que estão. Os próximos pedidos contam em 20/11.',
  )
})

test('a changed city suggests its own time zone, and only that', () => {
  const recife = { city: 'Recife', state: 'PE', zipCode: '50010-000', timezone: 'America/Recife' }
  const moved = (to: Partial<typeof recife>) => zoneSuggestion(recife, { ...recife, ...to })
  expect(moved({ city: 'Fernando de Noronha', zipCode: '53990-000' })).toBe('America/Noronha')
  expect(moved({ city: 'Tabatinga', state: 'AM' })).toBe('America/Eirunepe')
  expect(moved({ city: 'Olinda' })).toBeNull()
  expect(moved({ city: 'Rio Branco', state: 'AC', timezone: 'America/Rio_Branco' })).toBeNull()
  expect(moved({ state: 'XX', city: 'Lisboa' })).toBeNull()
  // A person chose another zone for the same place.
  expect(moved({ timezone: 'America/Sao_Paulo' })).toBeNull()
})

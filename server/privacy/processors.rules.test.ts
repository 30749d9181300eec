import { expect, test } from 'vitest'
import { channelName, marketplaces } from '../../contract/shared/channels.ts'
import { readEnvironment } from '../env.ts'
import { processorsOf } from './processors.rules.ts'
import { lastDayToTell } from './tell-until.rules.ts'

const names = (env: Record<string, string>, platforms: readonly string[] = []) =>
  processorsOf(readEnvironment(env), platforms)
    .map(({ name }) => name)
    .join('; ')

test('the list of processors follows the doors of the installation', () => {
  expect(names({ CEP_URL: 'off' })).not.toContain('CEP')
  expect(names({ CEP_URL: 'https://viacep.com.br/ws/{cep}/json/' })).toContain(
    'Consulta de CEP (viacep.com.br)',
  )
  expect(names({})).not.toContain('e-mail')
  expect(names({ SMTP_URL: 'smtp://key:secret@smtp.eu.mail.example:587' })).toContain('(eu.mail.example)')
  expect(names({ SMTP_URL: 'smtp://key:secret@10.0.0.8:587' })).toContain('(servidor próprio)')
  expect(names({}, [marketplaces[0] ?? ''])).toContain(channelName(marketplaces[0] ?? ''))
  expect(names({})).not.toContain('Google (Identity Platform)')
  expect(names({})).not.toContain('Mapa')
  expect(names({})).not.toContain('Busca de endereços')
  expect(names({ GEOCODER_URL: 'https://nominatim.mapa.example/search?key=segredo' })).toContain(
    'Busca de endereços no mapa (nominatim.mapa.example)',
  )
  expect(names({ MAP_TILES_URL: 'https://a.mapa.example/{z}/{x}/{y}.png' })).toContain(
    'Mapa de fundo (a.mapa.example)',
  )
})

test('no secret of a door is in the list', () => {
  const list = JSON.stringify(
    processorsOf(
      readEnvironment({
        SMTP_URL: 'smtp://key:secret@smtp.mail.example:587',
        GEOCODER_URL: 'https://mapa.example/search?key=secret',
      }),
      [],
    ),
  )
  expect(list).not.toMatch(/key|secret|587/)
})

test.each([
  ['2026-01-02T20:00:00Z', 'America/Sao_Paulo', '2026-01-07'],
  // Monday evening in São Paulo is still Monday.
  ['2026-01-06T02:00:00Z', 'America/Sao_Paulo', '2026-01-08'],
  ['2026-01-03T12:00:00Z', 'America/Manaus', '2026-01-07'],
])('of an incident known at %s the third working day in %s is %s', (at, zone, day) => {
  expect(lastDayToTell(new Date(at), zone)).toBe(day)
})

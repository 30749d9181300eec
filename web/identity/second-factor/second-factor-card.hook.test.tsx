import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { setSpeaker } from '../../api/ask.ts'
import { startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleSpeaker } from '../../testing/sample-session.ts'
import { SecondFactorCard } from './second-factor-card.tsx'

const asked: unknown[] = []
vi.mock('../credentials.ts', () => ({
  credentials: () =>
    Promise.resolve({
      signOut: () => Promise.resolve(),
      secondFactor: {
        start: (email: string, password: string) => {
          asked.push(['start', email, password])
          return Promise.resolve({
            secret: 'JBSWY3DPEHPK3PXP',
            uri: 'otpauth://totp/Balc%C3%A3o',
            confirm: (code: string) => Promise.resolve(void asked.push(['confirm', code])),
          })
        },
      },
    }),
}))

// jsdom shows no dialogs.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true
}

let server: Awaited<ReturnType<typeof startLocalServer>>
const opened = vi.spyOn(window, 'open')
const closed = vi.spyOn(window, 'close')

beforeEach(async () => {
  setSpeaker(sampleSpeaker)
  asked.length = 0
  opened.mockReset()
  closed.mockReset().mockReturnValue()
  server = await startLocalServer()
  server.on('GET', '/api/identity/second-factor', () => ({
    enabled: false,
    required: false,
    recoveryCodesLeft: 0,
    managedHere: false,
  }))
  server.on('POST', '/api/iam/revokeSession', () => ({ revoked: true }))
})
afterEach(() => {
  window.name = ''
  Object.defineProperty(window, 'opener', { value: null, configurable: true })
  queryClient.clear()
  return server.stop()
})

const show = () => render(<SecondFactorCard email="dona@loja.example" />, { wrapper: QueryWrapper })

async function enrol() {
  fireEvent.change(await screen.findByLabelText('Sua senha'), { target: { value: 'Segura#Lua26' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  fireEvent.change(await screen.findByLabelText('Código'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
  await screen.findByText(/Ao entrar de novo, pedimos também o código/)
}

// docs/product/README.md:39 “500 × 600”
test('with the hosted provider the second factor is turned on in a window of 500 × 600', async () => {
  opened.mockReturnValue({ focus: () => {} } as Window)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Ligar' }))
  expect(opened).toHaveBeenCalledWith('/conta', 'segunda-etapa', 'popup,width=500,height=600')
  expect(screen.queryByLabelText('Sua senha')).toBeNull()
})

test('that window asks for password and code, and closes once the person signs in again', async () => {
  window.name = 'segunda-etapa'
  Object.defineProperty(window, 'opener', { value: {}, configurable: true })
  show()
  await enrol()
  expect(asked).toEqual([
    ['start', 'dona@loja.example', 'Segura#Lua26'],
    ['confirm', '123456'],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Entrar de novo' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

test('where the browser blocks the window, the same is done in the page', async () => {
  opened.mockReturnValue(null)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Ligar' }))
  await enrol()
})

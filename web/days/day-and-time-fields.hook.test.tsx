import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DayField } from './day-field.tsx'
import { MomentField } from './moment-field.tsx'
import { TimeField } from './time-field.tsx'

const today = '2026-11-24'

/** The values that the form got, the newest last. */
function typeInto(kind: 'time' | 'day' | 'moment', start = ''): string[] {
  const got: string[] = []
  function Form() {
    const [value, setValue] = useState(start)
    const common = {
      value,
      onChange: (next: string) => {
        got.push(next)
        setValue(next)
      },
    }
    if (kind === 'time') return <TimeField label="Das" {...common} />
    return kind === 'day' ? (
      <DayField label="Dia" today={today} {...common} />
    ) : (
      <MomentField label="Começa" today={today} {...common} />
    )
  }
  render(<Form />)
  return got
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })

test('four digits of a phone’s keyboard are a time', () => {
  const got = typeInto('time')
  type('Das', '18')
  expect(got.at(-1)).toBe('')
  type('Das', '1830')
  expect(got.at(-1)).toBe('18:30')
  expect(field('Das').value).toBe('18:30')
})

test('a short time counts when the person goes on, and one that cannot be read is said', () => {
  const got = typeInto('time', '11:00')
  type('Das', '9')
  fireEvent.blur(field('Das'))
  expect(got.at(-1)).toBe('09:00')
  type('Das', '26:00')
  fireEvent.blur(field('Das'))
  expect(got.at(-1)).toBe('')
  expect(screen.getByText('Escreva a hora assim: 18:30.')).toBeTruthy()
  expect(field('Das').getAttribute('aria-invalid')).toBe('true')
})

test('the arrows move a time', () => {
  const got = typeInto('time', '23:45')
  fireEvent.keyDown(field('Das'), { key: 'ArrowUp' })
  expect(got.at(-1)).toBe('00:00')
  fireEvent.keyDown(field('Das'), { key: 'ArrowDown', shiftKey: true })
  expect(got.at(-1)).toBe('23:00')
})

test('a day without year is the coming one, and a day before the first is refused', () => {
  const got = typeInto('day')
  type('Dia', '20/02')
  fireEvent.keyDown(field('Dia'), { key: 'Enter' })
  expect(got.at(-1)).toBe('2027-02-20')
  expect(screen.getByText('sáb., 20 de fev.')).toBeTruthy()
  type('Dia', '23/11/2026')
  fireEvent.blur(field('Dia'))
  expect(got.at(-1)).toBe('')
  expect(screen.getByText('Escolha um dia a partir de 24/11/2026.')).toBeTruthy()
})

test('the calendar beside a day has a name of its own', () => {
  typeInto('day')
  expect(screen.getByRole('button', { name: 'Calendário: Dia' })).toBeTruthy()
})

test('a time alone is one of today, and half a moment never passes for none', () => {
  const got = typeInto('moment')
  type('Hora', '1930')
  expect(got.at(-1)).toBe('2026-11-24T19:30')
  type('Hora', '19')
  expect(got.at(-1)).toBe('2026-11-24T19')
  type('Hora', '')
  type('Dia', '')
  expect(got.at(-1)).toBe('')
})

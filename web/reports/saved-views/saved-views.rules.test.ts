import { expect, test } from 'vitest'
import { nameProblem, viewsFrom, withoutView, withView } from './saved-views.rules.ts'

test('invalid views are silently dropped', () => {
  expect(viewsFrom(null)).toEqual([])
  expect(viewsFrom('{')).toEqual([])
  expect(viewsFrom('{"name":"x"}')).toEqual([])
  expect(viewsFrom('[{"name":"Noite","search":{"hours":"18-23"}},{"name":"","search":{}},null,3]')).toEqual([
    { name: 'Noite', search: { hours: '18-23' } },
  ])
})

test('saving under an existing name replaces the view', () => {
  const views = withView([{ name: 'Noite', search: { hours: '18-23' } }], {
    name: 'noite',
    search: { hours: '19-23' },
  })
  expect(views).toEqual([{ name: 'noite', search: { hours: '19-23' } }])
  expect(withoutView(views, 'noite')).toEqual([])
})

test('a view needs a name, and their number is limited', () => {
  expect(nameProblem('  ', [])).toBe('Dê um nome à visão.')
  const many = Array.from({ length: 20 }, (_, index) => ({ name: `V${index}`, search: {} }))
  expect(nameProblem('Outra', many)).toBe('Já há 20 visões: remova uma antes.')
  expect(nameProblem('v3', many)).toBeNull()
})

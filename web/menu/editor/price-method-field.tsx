import { priceMethods, type PriceMethod } from '../../../contract/menu/menu-fields.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { SelectField } from '../../ui/text-field.tsx'
import { methodChoices, methodExample, methodNotes, sharedNote } from '../price-method.rules.ts'
import type { TypedOption } from './group-options.rules.ts'
import { Muted } from '../../kit/text.tsx'

/** A form's value as the choice that it names. */
export const methodOf = (value: string): PriceMethod => priceMethods.find((one) => one === value) ?? 'SUM'

/** How the group is priced, with what that means for the options as they are typed. */
export function PriceMethodField({
  value,
  options,
  most,
  onChange,
}: {
  readonly value: string
  readonly options: readonly TypedOption[]
  readonly most: number
  readonly onChange: (value: PriceMethod) => void
}) {
  const method = methodOf(value)
  const priced = options.flatMap(({ name, price }) => {
    const priceCents = centsTyped(price)
    return name.trim() === '' || priceCents === null ? [] : [{ name: name.trim(), priceCents }]
  })
  const example = most > 1 || method !== 'SUM' ? methodExample(method, priced, most) : null
  const notes = [methodNotes[method], method === 'SUM' ? null : sharedNote].filter(Boolean)
  return (
    <>
      <SelectField
        label="Como cobrar"
        value={method}
        options={methodChoices}
        onChange={(event) => onChange(methodOf(event.target.value))}
      />
      <p aria-live="polite">{example}</p>
      {notes.length > 0 ? <Muted size={2}>{notes.join(' ')}</Muted> : null}
    </>
  )
}

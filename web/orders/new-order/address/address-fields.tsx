import { useRef, type ComponentProps } from 'react'
import { stateCodes } from '../../../../contract/shared/brazil.ts'
import type { Store } from '../../../../contract/stores/stores.ts'
import { useZipCode } from '../../../stores/zip-code.ts'
import { SelectField, TextField } from '../../../ui/text-field.tsx'
import { filledFrom, readAddressLine } from './address-line.rules.ts'
import styles from './address.module.css'
import type { OrderDraft } from '../new-order.rules.ts'

type Field =
  | 'addressLine'
  | 'street'
  | 'number'
  | 'complement'
  | 'reference'
  | 'district'
  | 'city'
  | 'zipCode'

/** Where to: one line as the customer says it, or a CEP; both fill the fields that nobody filled by hand. */
export function AddressFields({
  draft,
  field,
  set,
  store,
}: {
  readonly draft: OrderDraft
  readonly field: (name: Field) => Omit<ComponentProps<typeof TextField>, 'label'>
  readonly set: (change: Partial<OrderDraft>) => void
  readonly store: Store
}) {
  const look = useZipCode(
    { street: '', district: '', city: store.address.city, state: store.address.state },
    (name, value) => set({ [name]: value }),
  )
  const filled = useRef(readAddressLine(draft.addressLine, store.address))
  const read = (addressLine: string) => {
    const parts = readAddressLine(addressLine, store.address)
    const changes = filledFrom(parts, draft, filled.current)
    filled.current = parts
    set({ addressLine, ...changes, point: null })
    if (changes.zipCode && changes.zipCode !== draft.zipCode)
      void look.look(changes.zipCode, { ...draft, ...changes })
  }
  return (
    <>
      <TextField
        label="Endereço em uma linha"
        placeholder="Rua das Flores, 120, Centro"
        maxLength={200}
        hint="Como o cliente fala. Confira abaixo."
        {...field('addressLine')}
        onChange={(event) => read(event.target.value)}
      />
      <TextField
        label="CEP (opcional)"
        inputMode="numeric"
        {...field('zipCode')}
        {...(look.note ? { hint: look.note } : {})}
        onChange={(event) => {
          set({ zipCode: event.target.value, point: null })
          void look.look(event.target.value, draft)
        }}
      />
      <div className={styles.row}>
        <TextField label="Rua" {...field('street')} />
        <TextField label="Número" {...field('number')} />
      </div>
      <TextField label="Complemento (opcional)" {...field('complement')} />
      <TextField label="Bairro" {...field('district')} />
      <div className={styles.row}>
        <TextField label="Cidade" {...field('city')} />
        <SelectField
          label="Estado"
          value={draft.state}
          options={stateCodes.map((code) => [code, code] as const)}
          onChange={(event) => set({ state: event.target.value })}
        />
      </div>
      <TextField label="Ponto de referência (opcional)" {...field('reference')} />
    </>
  )
}

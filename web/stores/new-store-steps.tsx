import { Link } from '@tanstack/react-router'
import { stateCodes } from '../../contract/shared/brazil.ts'
import { houseKinds, type HouseKind } from '../../contract/stores/house-kinds.ts'
import { services, type Service } from '../../contract/stores/stores.ts'
import type { Form } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { serviceNames } from './hours/week.rules.ts'
import { houseNames, suggestionText } from './house-words.rules.ts'
import type { useZipCode } from './profile/use-zip-code.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './new-store-page.module.css'

export const about = { name: '', phone: '', document: '', house: '' }
export type About = typeof about
export const place = {
  zipCode: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: 'SP',
}

export function AboutStep({
  form,
  sold,
  onSold,
}: {
  readonly form: Form<About>
  readonly sold: readonly Service[]
  readonly onSold: (sold: readonly Service[]) => void
}) {
  return (
    <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate aria-label="A loja">
      <TextField label="Nome da loja" autoComplete="organization" autoFocus {...form.field('name')} />
      <TextField
        label="Telefone com DDD"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Como (11) 98765-4321."
        {...form.field('phone')}
      />
      <TextField
        label="CNPJ ou CPF (opcional)"
        autoComplete="off"
        hint="O CNPJ pode ter letras."
        {...form.field('document')}
      />
      <SelectField
        label="Tipo de casa"
        name="house"
        value={form.values.house}
        error={form.problem('house')}
        hint={
          isHouse(form.values.house)
            ? `Horários para começar: ${suggestionText(form.values.house)}. Mude quando quiser.`
            : 'Com ele, a loja já começa com horários e tempos.'
        }
        options={[['', 'Escolha…'], ...houseKinds.map((kind) => [kind, houseNames[kind]] as const)]}
        onChange={(event) => form.set('house', event.target.value)}
      />
      <Row as="fieldset" align="stretch" wrap className={styles.sold}>
        <legend>O que ela vende</legend>
        {services.map((service) => (
          <label key={service}>
            <input
              type="checkbox"
              checked={sold.includes(service)}
              // The last one stays: a store sells something.
              disabled={sold.length === 1 && sold.includes(service)}
              onChange={(event) =>
                onSold(
                  services.filter((one) => (one === service ? event.target.checked : sold.includes(one))),
                )
              }
            />
            {capitalised(serviceNames[service])}
          </label>
        ))}
      </Row>
      <Row gap={12} justify="between" className={styles.actions}>
        <Link to="/menu">Cancelar</Link>
        <Button type="submit" variant="primary">
          Continuar
        </Button>
      </Row>
    </Stack>
  )
}

const isHouse = (value: string): value is HouseKind => houseKinds.some((kind) => kind === value)
const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

export function PlaceStep({
  form,
  zip,
  onBack,
}: {
  readonly form: Form<typeof place>
  /** Kept by the page, so that going back does not forget what it has filled. */
  readonly zip: ReturnType<typeof useZipCode>
  readonly onBack: () => void
}) {
  return (
    <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate aria-label="O endereço">
      <FormError boxed>{form.refusal}</FormError>
      <div className={styles.row}>
        <TextField
          label="CEP"
          inputMode="numeric"
          autoComplete="postal-code"
          autoFocus
          {...form.field('zipCode')}
          onChange={(event) => {
            form.set('zipCode', event.target.value)
            void zip.look(event.target.value, form.values)
          }}
        />
        <SelectField
          label="Estado"
          autoComplete="address-level1"
          name="state"
          value={form.values.state}
          error={form.problem('state')}
          options={stateCodes.map((code) => [code, code] as const)}
          onChange={(event) => form.set('state', event.target.value)}
        />
      </div>
      <Muted size={3} className={styles.note} role="status">
        {zip.note}
      </Muted>
      <TextField label="Cidade" autoComplete="address-level2" {...form.field('city')} />
      <TextField label="Bairro" autoComplete="address-level3" {...form.field('district')} />
      <div className={styles.row}>
        <TextField label="Rua" autoComplete="address-line1" {...form.field('street')} />
        <TextField label="Número" autoComplete="off" {...form.field('number')} />
      </div>
      <TextField label="Complemento (opcional)" autoComplete="address-line2" {...form.field('complement')} />
      <Row gap={12} justify="between" className={styles.actions}>
        <Button variant="ghost" onClick={onBack}>
          Voltar
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Abrindo…' : 'Abrir a loja'}
        </Button>
      </Row>
    </Stack>
  )
}

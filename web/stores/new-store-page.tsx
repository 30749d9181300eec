import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pick } from 'zod/mini'
import { stateCodes, type StateCode } from '../../contract/shared/brazil.ts'
import { houseKinds, type HouseKind } from '../../contract/stores/house-kinds.ts'
import { services, startFreeTier, type Service } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { consentedTouch } from '../browser/first-touch.ts'
import { useForm } from '../api/use-form.ts'
import { refreshAccess } from '../identity/session.ts'
import { reopenLive } from '../live/live-stream.ts'
import { PageBar } from '../shell/shell.tsx'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { serviceNames } from './hours/week.rules.ts'
import { houseNames, suggestionText } from './house-words.rules.ts'
import { useZipCode } from './profile/use-zip-code.ts'
import styles from './new-store-page.module.css'

const about = { name: '', phone: '', document: '', house: '' }
const place = { zipCode: '', street: '', number: '', complement: '', district: '', city: '', state: 'SP' }

const aboutBody = ({ name, phone, document, house }: typeof about) => ({
  name,
  phone,
  ...(document.trim() ? { document } : {}),
  ...(house ? { house: house as HouseKind } : {}),
})

const isHouse = (value: string): value is HouseKind => houseKinds.some((kind) => kind === value)
const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Creates a free-tier store in two steps: what it is, where it is. Going back loses no input. */
export function NewStorePage() {
  const navigate = useNavigate()
  const [step, setStep] = useState<1 | 2>(1)
  const [key] = useState(() => crypto.randomUUID())
  const [sold, setSold] = useState<readonly Service[]>(services)
  const first = useForm({
    initial: about,
    schema:
      startFreeTier.body &&
      pick(startFreeTier.body, { name: true, phone: true, document: true, house: true }),
    input: aboutBody,
    send: () => {
      setStep(2)
      return Promise.resolve()
    },
  })
  const second = useForm({
    initial: place,
    schema: startFreeTier.body && pick(startFreeTier.body, { address: true }),
    input: ({ complement, state, ...rest }) => ({
      address: { ...rest, state: state as StateCode, ...(complement.trim() ? { complement } : {}) },
    }),
    send: async (input) => {
      const store = await ask(
        startFreeTier,
        { body: { ...aboutBody(first.values), services: [...sold], ...input, ...consentedTouch() } },
        { idempotencyKey: key },
      )
      await refreshAccess()
      reopenLive()
      notify(`${store.name} está no Balcão.`)
      await navigate({ to: '/settings', search: { tab: 'primeiros-passos', store: store.id } })
    },
  })
  const zip = useZipCode(place, (name, value) => second.set(name, value))
  return (
    <>
      <PageBar title="Abrir uma loja" />
      <div className={styles.page}>
        <p className={styles.step} aria-live="polite">
          Passo {step} de 2: {step === 1 ? 'a loja' : 'o endereço'}
        </p>
        {step === 1 ? (
          <form key="1" className={styles.form} onSubmit={first.onSubmit} noValidate aria-label="A loja">
            <TextField label="Nome da loja" autoComplete="organization" autoFocus {...first.field('name')} />
            <TextField
              label="Telefone com DDD"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              hint="Como (11) 98765-4321."
              {...first.field('phone')}
            />
            <TextField
              label="CNPJ ou CPF (opcional)"
              autoComplete="off"
              hint="O CNPJ pode ter letras."
              {...first.field('document')}
            />
            <SelectField
              label="Tipo de casa"
              name="house"
              value={first.values.house}
              error={first.problem('house')}
              hint={
                isHouse(first.values.house)
                  ? `Horários para começar: ${suggestionText(first.values.house)}. Mude quando quiser.`
                  : 'Com ele, a loja já começa com horários e tempos.'
              }
              options={[['', 'Escolha…'], ...houseKinds.map((kind) => [kind, houseNames[kind]] as const)]}
              onChange={(event) => first.set('house', event.target.value)}
            />
            <fieldset className={styles.sold}>
              <legend>O que ela vende</legend>
              {services.map((service) => (
                <label key={service}>
                  <input
                    type="checkbox"
                    checked={sold.includes(service)}
                    // The last one stays: a store sells something.
                    disabled={sold.length === 1 && sold.includes(service)}
                    onChange={(event) =>
                      setSold(
                        services.filter((one) =>
                          one === service ? event.target.checked : sold.includes(one),
                        ),
                      )
                    }
                  />
                  {capitalised(serviceNames[service])}
                </label>
              ))}
            </fieldset>
            <div className={styles.actions}>
              <Link to="/menu">Cancelar</Link>
              <Button type="submit" variant="primary">
                Continuar
              </Button>
            </div>
          </form>
        ) : (
          <form key="2" className={styles.form} onSubmit={second.onSubmit} noValidate aria-label="O endereço">
            {second.refusal ? (
              <p className={styles.refusal} role="alert">
                {second.refusal}
              </p>
            ) : null}
            <div className={styles.row}>
              <TextField
                label="CEP"
                inputMode="numeric"
                autoComplete="postal-code"
                autoFocus
                {...second.field('zipCode')}
                onChange={(event) => {
                  second.set('zipCode', event.target.value)
                  void zip.look(event.target.value, second.values)
                }}
              />
              <SelectField
                label="Estado"
                autoComplete="address-level1"
                name="state"
                value={second.values.state}
                error={second.problem('state')}
                options={stateCodes.map((code) => [code, code] as const)}
                onChange={(event) => second.set('state', event.target.value)}
              />
            </div>
            <p className={styles.note} role="status">
              {zip.note}
            </p>
            <TextField label="Cidade" autoComplete="address-level2" {...second.field('city')} />
            <TextField label="Bairro" autoComplete="address-level3" {...second.field('district')} />
            <div className={styles.row}>
              <TextField label="Rua" autoComplete="address-line1" {...second.field('street')} />
              <TextField label="Número" autoComplete="off" {...second.field('number')} />
            </div>
            <TextField
              label="Complemento (opcional)"
              autoComplete="address-line2"
              {...second.field('complement')}
            />
            <div className={styles.actions}>
              <Button variant="ghost" onClick={() => setStep(1)}>
                Voltar
              </Button>
              <Button type="submit" variant="primary" busy={second.busy}>
                {second.busy ? 'Abrindo…' : 'Abrir a loja'}
              </Button>
            </div>
          </form>
        )}
      </div>
    </>
  )
}

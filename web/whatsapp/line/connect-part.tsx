import { useId, useState } from 'react'
import {
  setupPhoneConnection,
  type LineView,
  type WhatsappDriver,
  type WhatsappView,
} from '../../../contract/whatsapp/whatsapp.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { phoneText } from '../../words/format.ts'
import { driverWords, stateWords } from './line-words.rules.ts'
import { Refusal } from '../refusal.tsx'
import { UnpairedLines } from './unpaired-lines.tsx'
import { refreshLine } from '../whatsapp-data.ts'
import { Sheet } from '../sheet.tsx'
import styles from '../whatsapp-tab.module.css'

interface ConnectProps {
  readonly store: Store
  readonly view: WhatsappView
  /** A line that has ended. Null: the store never had one. */
  readonly line: LineView | null
}

/** No line, or one that a person must connect again. */
export function ConnectPart({ store, view, line }: ConnectProps) {
  const ready = view.drivers.filter((one) => one.ready).map(({ driver }) => driver)
  const [driver, setDriver] = useState<WhatsappDriver>(
    line && ready.includes(line.driver) ? line.driver : (ready[0] ?? 'cloud'),
  )
  const title = useId()
  const words = line ? stateWords(line) : null
  return (
    <Sheet>
      <section aria-labelledby={title}>
        <div className={styles.head}>
          <h2 id={title}>{words?.title ?? 'Conectar o WhatsApp da loja'}</h2>
          <p className={styles.quiet}>
            {words?.more ??
              'O cliente fica sabendo do pedido sem ninguém digitar, e as respostas chegam no número da loja.'}
          </p>
        </div>
        <UnpairedLines store={store} />
        {ready.length === 0 ? (
          <p className={styles.quiet}>Este servidor ainda não tem acesso ao WhatsApp. Fale com o suporte.</p>
        ) : (
          <>
            <fieldset className={styles.drivers}>
              <legend>Como conectar</legend>
              {ready.map((one) => (
                <label key={one}>
                  <input
                    type="radio"
                    name="driver"
                    checked={driver === one}
                    onChange={() => setDriver(one)}
                  />
                  <span>
                    <b>{driverWords[one].name}</b>
                    {one === 'cloud' ? <em>Recomendado</em> : null}
                    <small>{driverWords[one].about}</small>
                  </span>
                </label>
              ))}
            </fieldset>
            {driver === 'cloud' ? (
              <CloudForm store={store} line={line} />
            ) : (
              <LinkedPhoneForm store={store} line={line} />
            )}
          </>
        )}
      </section>
    </Sheet>
  )
}

const numberOf = (line: LineView | null): string => (line ? phoneText(`+${line.number}`) : '')

function CloudForm({ store, line }: Pick<ConnectProps, 'store' | 'line'>) {
  const form = useForm({
    initial: { number: numberOf(line), phoneId: '', accountId: '', token: '' },
    input: ({ number, phoneId, accountId, token }) => ({
      driver: 'cloud' as const,
      method: 'embedded' as const,
      number,
      meta: { phoneId, accountId, token },
    }),
    send: async (body) => {
      try {
        await ask(setupPhoneConnection, { body }, { storeId: store.id })
      } finally {
        await refreshLine()
      }
    },
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Conectar pela Meta">
      <TextField label="Número da loja" type="tel" autoComplete="off" {...form.field('number')} />
      <p className={styles.quiet}>
        Os três campos abaixo estão na conta da loja na Meta, em Configuração da API. Quem criou essa conta
        consegue abrir e copiar.
      </p>
      <TextField
        label="ID do número"
        inputMode="numeric"
        autoComplete="off"
        hint="Não é o telefone: é como a Meta chama o número da loja."
        {...form.field('phoneId')}
        error={form.problem('meta.phoneId')}
      />
      <TextField
        label="ID da conta do WhatsApp Business"
        inputMode="numeric"
        autoComplete="off"
        {...form.field('accountId')}
        error={form.problem('meta.accountId')}
      />
      <TextField
        label="Chave de acesso permanente"
        type="password"
        autoComplete="off"
        hint="Guardamos cifrada; ninguém volta a vê-la."
        {...form.field('token')}
        error={form.problem('meta.token') ?? form.problem('meta')}
      />
      <Refusal words={form.refusal} />
      <Button type="submit" variant="primary" busy={form.busy}>
        Conectar
      </Button>
    </form>
  )
}

function LinkedPhoneForm({ store, line }: Pick<ConnectProps, 'store' | 'line'>) {
  const [risk, setRisk] = useState(false)
  const form = useForm({
    initial: { number: numberOf(line), method: line?.method === 'code' ? 'code' : 'qr' },
    alsoShown: ['acceptRisk'],
    input: ({ number, method }) => ({
      driver: 'evolution' as const,
      method: method === 'code' ? ('code' as const) : ('qr' as const),
      number,
      acceptRisk: risk,
    }),
    send: async (body) => {
      try {
        await ask(setupPhoneConnection, { body }, { storeId: store.id })
      } finally {
        await refreshLine()
      }
    },
  })
  const problem = form.problem('acceptRisk')
  const problemId = useId()
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Conectar por QR code">
      <TextField label="Número da loja" type="tel" autoComplete="off" {...form.field('number')} />
      <SelectField
        label="Como o celular vai ler"
        value={form.values.method}
        options={[
          ['qr', 'Com a câmera, lendo um QR code'],
          ['code', 'Digitando um código de 8 letras'],
        ]}
        onChange={(event) => form.set('method', event.currentTarget.value)}
      />
      <label className={styles.risk}>
        <input
          type="checkbox"
          checked={risk}
          aria-invalid={problem && !risk ? true : undefined}
          aria-describedby={problemId}
          onChange={(event) => setRisk(event.currentTarget.checked)}
        />
        <span>Sei que esta conexão não é oficial e que o WhatsApp pode bloquear o número da loja.</span>
      </label>
      <p id={problemId} className={styles.refusal} role="status">
        {problem && !risk ? problem : ''}
      </p>
      <Refusal words={form.refusal} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {line ? 'Gerar outros códigos' : 'Gerar o código'}
      </Button>
    </form>
  )
}

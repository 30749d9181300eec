import { useState } from 'react'
import {
  accountantFileNames,
  accountantFiles,
  makeAccountantLink,
  readAccountantLinks,
  type AccountantFile,
} from '../../contract/accountant/accountant.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { FormError } from '../kit/form-error.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { dayBrief, plural } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import styles from './accountant.module.css'

const lives = [
  [30, '30 dias'],
  [90, '90 dias'],
  [180, 'seis meses'],
  [365, 'um ano'],
] as const

type Made = Reply<typeof makeAccountantLink>

/** First what the link gives, then its address, which is shown this once. */
export function LinkDialog({
  store,
  stores,
  onClose,
}: StoreSectionProps & {
  readonly onClose: () => void
}) {
  const [made, setMade] = useState<Made | null>(null)
  return (
    <Dialog title={made ? 'Link pronto' : 'Link para o contador'} onClose={onClose}>
      {made ? (
        <MadeLink made={made} timezone={store.address.timezone} onClose={onClose} />
      ) : (
        <NewLink store={store} stores={stores} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewLink({
  store,
  stores,
  onMade,
  onClose,
}: StoreSectionProps & { readonly onMade: (made: Made) => void; readonly onClose: () => void }) {
  const [storeIds, setStoreIds] = useState<readonly string[]>([store.id])
  const [files, setFiles] = useState<readonly AccountantFile[]>(['fiscal'])
  const form = useForm({
    initial: { name: '', days: 90 as (typeof lives)[number][0] },
    schema: makeAccountantLink.body,
    alsoShown: ['files', 'storeIds'],
    check: (): Readonly<Record<string, string>> =>
      storeIds.length === 0 ? { storeIds: 'Escolha ao menos uma loja.' } : {},
    input: ({ name, days }) => ({ name, days, files: [...files] }),
    send: async (body) => {
      onMade(await ask(makeAccountantLink, { query: { selection: storeIds.join(',') }, body }))
      await refresh(readAccountantLinks)
    },
  })
  return (
    <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate>
      <FormError>{form.refusal}</FormError>
      <TextField
        label="De quem é o link"
        placeholder="Contábil Souza"
        autoComplete="off"
        data-first
        {...form.field('name')}
      />
      <Boxes
        legend="Arquivos"
        options={accountantFiles.map((file) => [file, accountantFileNames[file]] as const)}
        chosen={files}
        problem={form.problem('files')}
        onChange={setFiles}
      />
      {stores.length > 1 ? (
        <Boxes
          legend="Lojas"
          options={stores.map(({ id, name }) => [id, name] as const)}
          chosen={storeIds}
          problem={form.problem('storeIds')}
          onChange={setStoreIds}
        />
      ) : null}
      <SelectField label="Vale por" options={lives} {...form.choice('days')} />
      <Muted size={3}>
        Quem tiver o endereço baixa estes arquivos, de qualquer mês dos últimos dois anos. Nenhum deles traz
        nome, documento ou telefone de clientes. Cada arquivo baixado fica no histórico.
      </Muted>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy
            ? 'Criando…'
            : storeIds.length > 1
              ? `Criar para ${plural(storeIds.length, 'loja', 'lojas')}`
              : 'Criar link'}
        </Button>
      </DialogFoot>
    </Stack>
  )
}

function Boxes<Value extends string>({
  legend,
  options,
  chosen,
  problem,
  onChange,
}: {
  readonly legend: string
  readonly options: readonly (readonly [Value, string])[]
  readonly chosen: readonly Value[]
  readonly problem: string | undefined
  readonly onChange: (chosen: readonly Value[]) => void
}) {
  return (
    <fieldset className={styles.boxes}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <Row as="label" gap={12} key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() =>
              onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
            }
          />
          {label}
        </Row>
      ))}
      {problem ? <FormError>{problem}</FormError> : null}
    </fieldset>
  )
}

function MadeLink({
  made,
  timezone,
  onClose,
}: {
  readonly made: Made
  readonly timezone: string
  readonly onClose: () => void
}) {
  return (
    <Stack gap={16}>
      <p>
        Mande este endereço ao contador. Ele vale até {dayBrief(dayIn(made.expiresAt, timezone), true)} e não
        aparece de novo: se ele se perder, encerre o link e crie outro.
      </p>
      <TextField label="Endereço" readOnly value={made.address} onFocus={(event) => event.target.select()} />
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Pronto
        </Button>
        <Button variant="primary" data-first onClick={() => copyText(made.address, 'Endereço copiado.')}>
          Copiar endereço
        </Button>
      </DialogFoot>
    </Stack>
  )
}

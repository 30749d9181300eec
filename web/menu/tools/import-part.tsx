import { everyMarketplace, storefronts } from '../../../contract/shared/channels.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  copyMyExternalMenu,
  importFileLimit,
  importMenuFile,
  importSteps,
  readMenuImport,
  readMenuTable,
  searchMyMarketplaceMenu,
  type MenuImport,
} from '../../../contract/menu/import-menu.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { download } from '../../api/download.ts'
import { queryFor } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { useSending, type Problems, type Sending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Preview } from './preview.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './tools.module.css'

interface ImportPartProps {
  readonly store: Store
  readonly importId: string | null
  /** Null: back to the choice of a source. */
  readonly onImport: (importId: string | null) => void
}

/** Where the other menu is, then what it would change here. */
export function ImportPart({ store, importId, onImport }: ImportPartProps) {
  return importId === null ? (
    <Sources store={store} onImport={onImport} />
  ) : (
    <OneImport key={importId} store={store} importId={importId} onImport={onImport} />
  )
}

function Sources({ store, onImport }: Omit<ImportPartProps, 'importId'>) {
  const at = { storeId: store.id }
  const begun = async (answer: Promise<{ readonly importId: string }>) => onImport((await answer).importId)
  const form = useForm({
    initial: { address: '' },
    check: ({ address }): Problems =>
      address.trim() === '' ? { address: 'Cole o endereço do cardápio.' } : {},
    input: ({ address }) => ({ externalMenuUrl: address }),
    send: (body) => begun(ask(copyMyExternalMenu, { body }, at)),
  })
  const file = useSending()
  const marketplace = useSending()
  return (
    <div className={styles.sources}>
      <section className={styles.source} aria-labelledby="from-marketplace">
        <h2 id="from-marketplace">De onde você já vende</h2>
        <p>Traga os itens e os preços que os clientes veem lá. O preço do canal próprio fica como está.</p>
        <FormError>{marketplace.refusal}</FormError>
        <Button
          variant="primary"
          busy={marketplace.busy}
          onClick={() => void marketplace.send(() => begun(ask(searchMyMarketplaceMenu, { body: {} }, at)))}
        >
          Ler o cardápio {everyMarketplace('de', storefronts)}
        </Button>
      </section>
      <FileSource
        store={store}
        sending={file}
        onFile={(name, content) =>
          void file.send(() => begun(ask(importMenuFile, { body: { name, content } }, at)))
        }
      />
      <form className={styles.source} noValidate onSubmit={form.onSubmit}>
        <h2>De um endereço</h2>
        <p>Informe o endereço do cardápio no seu site, ou o do Open Delivery no seu sistema atual.</p>
        <TextField
          label="Endereço do cardápio"
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          {...form.field('address')}
          error={form.problem('address') ?? form.refusal ?? undefined}
        />
        <Button type="submit" variant="soft" busy={form.busy}>
          Ler o cardápio
        </Button>
      </form>
      <Row as="p" gap={8} align="stretch" className={styles.calm}>
        <Icon name="info" /> Primeiro você vê o que muda e marca o que quer. Nada muda antes disso, e dá para
        voltar.
      </Row>
    </div>
  )
}

function FileSource({
  store,
  sending,
  onFile,
}: {
  readonly store: Store
  readonly sending: Sending
  readonly onFile: (name: string, content: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > importFileLimit) sending.reject({ file: 'O arquivo pode ter até 2\u00a0MB.' })
    else if (file.size === 0) sending.reject({ file: 'O arquivo está vazio.' })
    else onFile(file.name, base64Of(new Uint8Array(await file.arrayBuffer())))
    if (input.current) input.current.value = ''
  }
  const get = (format: 'csv' | 'xlsx') => {
    download(readMenuTable, { query: { format } }, { storeId: store.id }).catch((error: unknown) =>
      notify(errorSentence(error), 'bad'),
    )
  }
  return (
    <section className={styles.source} aria-labelledby="from-file">
      <h2 id="from-file">De uma planilha</h2>
      <p>
        Mande a planilha que você já tem, ou baixe o modelo com o cardápio de hoje, mude e mande de volta. As
        perguntas que são de uma opção só não cabem numa planilha e ficam como estão.
      </p>
      <Row gap={8} align="stretch" wrap>
        <Button icon="download" onClick={() => get('xlsx')}>
          Modelo Excel
        </Button>
        <Button icon="download" onClick={() => get('csv')}>
          Modelo CSV
        </Button>
      </Row>
      <FormError>{sending.problem('file') ?? sending.refusal}</FormError>
      <input
        ref={input}
        className={styles.file}
        type="file"
        accept=".xlsx,.xls,.xlsm,.xlsb,.ods,.csv,.tsv,.txt,.dbf,.htm,.html,.xml"
        aria-label="Planilha do cardápio"
        tabIndex={-1}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <Button variant="soft" busy={sending.busy} onClick={() => input.current?.click()}>
        Mandar a planilha
      </Button>
    </section>
  )
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  // As many letters as one call may take as arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}

function OneImport({ store, importId, onImport }: ImportPartProps & { readonly importId: string }) {
  const query = useQuery({
    ...queryFor(readMenuImport, { params: { importId } }, { storeId: store.id }),
    refetchInterval: ({ state: { data: found } }) =>
      found?.state === 'reading' ? 600 : (found?.photos.waiting ?? 0) > 0 ? 1_500 : false,
  })
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState
        message={errorSentence(error)}
        requestId={requestIdOf(error)}
        onRetry={() => onImport(null)}
      />
    ) : (
      <Skeleton height={320} />
    )
  if (data.state === 'reading') return <Reading found={data} />
  if (data.state === 'failed')
    return (
      <section className={styles.outcome} role="alert">
        <h2>Não deu para ler</h2>
        <p>{data.problem}</p>
        <Muted size={3} className={styles.where}>
          {data.subject}
        </Muted>
        <Button variant="primary" onClick={() => onImport(null)}>
          Tentar outro
        </Button>
      </section>
    )
  return (
    <Preview
      store={store}
      found={data}
      onAgain={async () => void (await query.refetch())}
      onLeave={() => onImport(null)}
    />
  )
}

const stepWords = ['Na fila', 'Abrindo', 'Lendo os itens', 'Comparando com o seu']

function Reading({ found }: { readonly found: MenuImport }) {
  const words = stepWords[Math.min(found.step, stepWords.length - 1)] ?? ''
  return (
    <section className={styles.outcome} aria-live="polite">
      <h2>{words}…</h2>
      <progress max={importSteps} value={found.step + 0.5} aria-label="Leitura do cardápio" />
      <Muted size={3} className={styles.where}>
        {found.subject}
      </Muted>
    </section>
  )
}

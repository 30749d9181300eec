import { useState } from 'react'
import type { ColumnAnswer, SpreadsheetReading } from '../../../contract/menu/import-columns.ts'
import { rereadMenuImport, type MenuImport } from '../../../contract/menu/import-menu.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { columnWords, linesSentence, sheetsToAsk } from './spreadsheet-words.ts'
import styles from './spreadsheet-part.module.css'
import tools from './tools.module.css'

interface SpreadsheetPartProps {
  readonly store: Store
  readonly found: MenuImport
  /** Asks how far the new reading is. */
  readonly onAgain: () => Promise<void>
  readonly onLeave: () => void
}

/** How a spreadsheet was read: what was left out can be asked for, and columns get their meaning. */
export function SpreadsheetPart({ store, found, onAgain, onLeave }: SpreadsheetPartProps) {
  const { spreadsheet: reading } = found
  if (!reading) return null
  const reread = <Reread store={store} found={found} reading={reading} onAgain={onAgain} />
  if (!reading.needsColumns)
    return (
      <details className={tools.leftOut} open={sheetsToAsk(reading).length > 0 || reading.hidden.rows > 0}>
        <summary>Como a planilha foi lida</summary>
        <p className={tools.where}>{linesSentence(reading.lines)}</p>
        {reread}
      </details>
    )
  return (
    <section className={tools.preview} aria-labelledby="columns-title">
      <h2 id="columns-title">O que é cada coluna?</h2>
      <p className={styles.help}>
        Não reconhecemos todas as colunas de {found.subject}. Diga ao menos qual é o item e qual é o preço. Na
        próxima vez já saberemos.
      </p>
      {reread}
      <Button variant="ghost" onClick={onLeave}>
        Desistir
      </Button>
    </section>
  )
}

interface RereadProps extends Omit<SpreadsheetPartProps, 'onLeave'> {
  readonly reading: SpreadsheetReading
}

function Reread({ store, found, reading, onAgain }: RereadProps) {
  const [hidden, setHidden] = useState(reading.choices.hidden)
  const [sheets, setSheets] = useState<ReadonlySet<string>>(() => new Set(reading.choices.sheets))
  const [answers, setAnswers] = useState<ReadonlyMap<string, ColumnAnswer>>(new Map())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const columns = [...answers].map(([title, column]) => ({ title, column }))
      const body = { hidden, sheets: [...sheets], columns }
      await ask(rereadMenuImport, { params: { importId: found.id }, body }, { storeId: store.id })
      await onAgain()
    } catch (error) {
      setProblem(errorSentence(error))
    } finally {
      // This stays where the new reading was there at the first question.
      setBusy(false)
    }
  }
  return (
    <div className={styles.reread}>
      <LeftOutParts
        reading={reading}
        hidden={hidden}
        onHidden={setHidden}
        sheets={sheets}
        onSheet={(name, on) =>
          setSheets(on ? new Set([...sheets, name]) : new Set([...sheets].filter((one) => one !== name)))
        }
      />
      <div className={styles.columns}>
        {reading.columns.map(({ title, examples, column }) => (
          <SelectField
            key={title}
            label={title}
            hint={
              examples.length > 0
                ? `Por exemplo: ${examples.join(' · ')}`
                : 'Sem exemplo nas primeiras linhas.'
            }
            value={answers.get(title) ?? column ?? ''}
            options={
              (answers.get(title) ?? column) === null ? [['', 'Não sei'], ...columnWords] : columnWords
            }
            onChange={(event) =>
              setAnswers(new Map([...answers, [title, event.target.value as ColumnAnswer]]))
            }
          />
        ))}
      </div>
      {problem ? (
        <p className={tools.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <Button variant={reading.needsColumns ? 'primary' : 'soft'} busy={busy} onClick={() => void read()}>
        Ler de novo
      </Button>
    </div>
  )
}

interface LeftOutPartsProps {
  readonly reading: SpreadsheetReading
  readonly hidden: boolean
  readonly onHidden: (on: boolean) => void
  readonly sheets: ReadonlySet<string>
  readonly onSheet: (name: string, on: boolean) => void
}

function LeftOutParts({ reading, hidden, onHidden, sheets, onSheet }: LeftOutPartsProps) {
  const asked = sheetsToAsk(reading)
  const { rows, columns } = reading.hidden
  if (asked.length === 0 && rows + columns === 0) return null
  const parts = [
    ...(rows > 0 ? [plural(rows, 'linha escondida', 'linhas escondidas')] : []),
    ...(columns > 0 ? [plural(columns, 'coluna escondida', 'colunas escondidas')] : []),
  ]
  return (
    <fieldset className={tools.stores}>
      <legend>Ler também</legend>
      {parts.length > 0 ? (
        <label>
          <input type="checkbox" checked={hidden} onChange={(event) => onHidden(event.target.checked)} />
          {parts.join(' e ')}
        </label>
      ) : null}
      {asked.map(({ name, words }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={sheets.has(name)}
            onChange={(event) => onSheet(name, event.target.checked)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

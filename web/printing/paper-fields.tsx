import { commonColumns } from '../../contract/printing/paper.ts'
import type { Form } from '../forms/use-form.ts'
import { Box } from '../kit/box.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { withCutter, withPaper, type PrinterValues } from './printer-values.ts'
import styles from './printing-tab.module.css'

/** How the printer writes, cuts, rings and opens the drawer. */
export function PaperFields({ form }: { readonly form: Form<PrinterValues> }) {
  const { values } = form
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Papel"
          options={[
            [80, '80 mm'],
            [58, '58 mm'],
          ]}
          {...form.choice('paper')}
          onChoose={(paper) => form.change(withPaper(paper))}
        />
        <SelectField
          label="Letras por linha"
          options={[...commonColumns.map((one) => [one, String(one)] as const), [0, 'Outro número']]}
          {...form.choice('columns')}
        />
      </div>
      {values.columns === 0 ? (
        <TextField
          label="Quantas letras cabem numa linha"
          inputMode="numeric"
          autoComplete="off"
          hint="De 24 a 64. Está no papel do autoteste, como “columns” ou “CPL”, fonte A."
          {...form.field('ownColumns')}
          error={form.problem('columns')}
        />
      ) : null}
      {values.kind === 'browser' ? null : <MechanicsFields form={form} />}
    </>
  )
}

/** What a page of a browser cannot do. */
function MechanicsFields({ form }: { readonly form: Form<PrinterValues> }) {
  const { values } = form
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Linhas no fim"
          options={feedChoices(values.feedLines)}
          {...form.choice('feedLines')}
        />
        <SelectField
          label="Campainha"
          options={[
            ['none', 'Não toca'],
            ['common', 'Toca (comum)'],
            ['epson', 'Toca (Epson)'],
          ]}
          {...form.choice('buzzer')}
        />
      </div>
      <Box
        label="Ela corta o papel"
        hint="Sem guilhotina, deixe linhas em branco no fim para destacar à mão."
        {...form.box('cutter')}
        onChange={(cutter) => form.change(withCutter(cutter))}
      />
      <SelectField
        label="Gaveta de dinheiro ligada nela"
        hint="Abre quando sai a primeira via completa de um pedido a pagar em dinheiro, e no teste."
        options={[
          ['none', 'Não há'],
          ['pin2', 'Abre (pino 2, o comum)'],
          ['pin5', 'Abre (pino 5)'],
        ]}
        {...form.choice('drawer')}
      />
      <SelectField
        label="Tabela de caracteres"
        hint="Mude só se os acentos do teste saírem errados."
        options={[
          ['cp1252', 'Windows 1252 (a mais comum)'],
          ['cp858', 'PC858'],
          ['cp860', 'PC860 (português)'],
        ]}
        {...form.choice('codePage')}
      />
    </>
  )
}

const feedChoices = (now: number): readonly (readonly [number, string])[] =>
  [...new Set([0, 1, 2, 3, 4, 5, 6, 8, 10, now])]
    .toSorted((a, b) => a - b)
    .map((lines) => [lines, lines === 0 ? 'Nenhuma' : String(lines)])

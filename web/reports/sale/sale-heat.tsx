import type { SaleReport } from '../../../contract/reports/sale.ts'
import { count, decimal, money } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import { HeatMap } from '../../charts/heat-map.tsx'
import { weekdayShort } from '../period/period-labels.ts'
import { heatHours, heatMean } from './sale.rules.ts'
import { Section } from '../frame/section.tsx'
import { Segments } from '../frame/segments.tsx'

/** Mean sales of each hour by weekday. */
export function SaleHeat({
  heat,
  of,
  onChange,
}: {
  readonly heat: SaleReport['heat']
  readonly of: 'netCents' | 'orders'
  readonly onChange: (change: { readonly heat: 'orders' | undefined }) => void
}) {
  const hours = heatHours(heat)
  const best = heat.cells.toSorted((a, b) => b[of] - a[of])[0]
  const hourAt = (column: number) => hours[column] ?? 0
  return (
    <Section
      title="Dia da semana e hora"
      line={
        best
          ? `Mais forte: ${weekdayShort[best.weekday - 1] ?? ''}, ${best.hour}h`
          : 'Nenhuma venda no período.'
      }
      tools={
        <Segments
          label="Mostrar"
          value={of}
          options={[
            ['netCents', 'Líquido'],
            ['orders', 'Pedidos'],
          ]}
          onChoose={(shown) => onChange({ heat: shown === 'orders' ? 'orders' : undefined })}
        />
      }
    >
      {hours.length === 0 ? (
        <Muted size={2}>Nenhuma venda no período.</Muted>
      ) : (
        <HeatMap
          label={`${of === 'orders' ? 'Pedidos' : 'Faturamento líquido'}: média por dia da semana e hora`}
          name={of === 'orders' ? 'pedidos, em média' : 'líquido, em média'}
          stronger={of === 'orders' ? 'mais pedidos' : 'mais vendas'}
          short={(value) => (of === 'orders' ? decimal(value) : count(Math.round(value / 100)))}
          rows={weekdayShort}
          columns={hours.map((hour) => `${hour}h`)}
          value={(row, column) => heatMean(heat, row + 1, hourAt(column), of)}
          format={(value) => (of === 'orders' ? decimal(value) : money(Math.round(value)))}
          title={(row, column) => `${weekdayShort[row] ?? ''}, ${hourAt(column)}h`}
          more={(row, column) => {
            const cell = heat.cells.find((one) => one.weekday === row + 1 && one.hour === hourAt(column))
            return cell
              ? [
                  { name: 'no período', value: money(cell.netCents) },
                  { name: 'pedidos', value: count(cell.orders) },
                ]
              : []
          }}
        />
      )}
    </Section>
  )
}

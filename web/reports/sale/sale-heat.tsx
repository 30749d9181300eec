import type { SaleReport } from '../../../contract/reports/sale.ts'
import { Card } from '../../ui/card.tsx'
import { count, decimal, money } from '../../words/format.ts'
import styles from '../frame/blocks.module.css'
import { HeatMap } from '../../charts/heat-map.tsx'
import { weekdayShort } from '../frame/period-labels.ts'
import { heatHours, heatMean } from './sale.rules.ts'
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
  const hourAt = (column: number) => hours[column] ?? 0
  return (
    <Card>
      <div className={styles.head}>
        <h2>Dia da semana e hora</h2>
        <Segments
          label="Mostrar"
          value={of}
          options={[
            ['netCents', 'Líquido'],
            ['orders', 'Pedidos'],
          ]}
          onChoose={(shown) => onChange({ heat: shown === 'orders' ? 'orders' : undefined })}
        />
      </div>
      {hours.length === 0 ? (
        <p className={styles.small}>Nenhuma venda no período.</p>
      ) : (
        <HeatMap
          label={`${of === 'orders' ? 'Pedidos' : 'Faturamento líquido'}: média por dia da semana e hora`}
          name={of === 'orders' ? 'pedidos, em média' : 'líquido, em média'}
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
    </Card>
  )
}

import { useAction } from '../api/use-action.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { turnPushOn } from './push-here.ts'

/** Turns notifications on here; only from a touch does the browser ask the person. */
export function PushButton({ variant = 'plain' }: Pick<ButtonProps, 'variant'>) {
  const turnOn = useAction((_on: true) => turnPushOn())
  return (
    <Button variant={variant} icon="bell" busy={turnOn.busyWith !== null} onClick={() => turnOn.run(true)}>
      Ligar avisos neste aparelho
    </Button>
  )
}

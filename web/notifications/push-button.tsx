import { useAction } from '../api/use-action.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { turnPushOn } from './push-here.ts'

/** Enables notifications on this device; the browser asks for permission only after a tap. */
export function PushButton({ variant = 'plain' }: Pick<ButtonProps, 'variant'>) {
  const turnOn = useAction((_on: true) => turnPushOn())
  return (
    <Button variant={variant} icon="bell" busy={turnOn.busyWith !== null} onClick={() => turnOn.run(true)}>
      Ligar avisos neste aparelho
    </Button>
  )
}

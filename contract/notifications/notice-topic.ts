import type { PushEvent } from './push.ts'

/** The topic of a live event that open panels tell on the screen: its event and the order's, break's or trouble's id. */
export const noticeTopic = (event: PushEvent, id: string): string => `notice:${event}:${id}`

/** Null: another topic. */
export function noticeOfTopic(topic: string): { readonly event: string; readonly id: string } | null {
  const [kind, event = '', id = ''] = topic.split(':')
  return kind === 'notice' ? { event, id } : null
}

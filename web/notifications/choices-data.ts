import { useQuery } from '@tanstack/react-query'
import {
  readNoticeChoices,
  readNoticePhone,
  saveNoticeChoices,
  type ChosenNotices,
  type NoticeChannel,
  type NoticeEvent,
} from '../../contract/notifications/choices.ts'
import { ask } from '../api/ask.ts'
import { queryClient, queryFor, refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'

const query = { ...queryFor(readNoticeChoices, {}), staleTime: 60_000 }

export const useNoticeChoices = () => useQuery(query)

export const useNoticePhone = () => useQuery(queryFor(readNoticePhone, {}))

export const noticeChoicesNow = (): Promise<ChosenNotices> => queryClient.fetchQuery(query)

export type NoticeChange = Pick<ChosenNotices, 'choices' | 'quiet'>

/** Every change is saved at once; the newest is shown while it is on its way. */
export function useSaveChoices() {
  const save = useAction(async ({ choices, quiet }: NoticeChange) => {
    // The change before may have been saved just now.
    const { version } = await noticeChoicesNow()
    try {
      queryClient.setQueryData(
        query.queryKey,
        await ask(saveNoticeChoices, { body: { choices, quiet, version } }),
      )
    } catch (error) {
      await refresh(readNoticeChoices)
      throw error
    }
  })
  return { run: save.run, wanted: save.busyWith }
}

export const toggled = (
  { choices, quiet }: NoticeChange,
  event: NoticeEvent,
  channel: NoticeChannel,
): NoticeChange => ({
  quiet,
  choices: {
    ...choices,
    [event]: choices[event].includes(channel)
      ? choices[event].filter((one) => one !== channel)
      : [...choices[event], channel],
  },
})

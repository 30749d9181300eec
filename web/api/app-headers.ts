import { appPair, appPairMeta } from '../../contract/shared/app-pair.ts'
import { headers } from '../../contract/shared/headers.ts'

const [id = appPair.id, token = appPair.token] =
  document.querySelector<HTMLMetaElement>(`meta[name=${appPairMeta}]`)?.content.split(' ') ?? []

/** The application's pair: of the page, where the server's environment has another than the built one. */
export const appHeaders = { [headers.appId]: id, [headers.appToken]: token }

/**
 * Lists of things that models here do not have, each with the one entry that means none of them. Clients ask for them
 * when they start, and some take a missing list for a server that is not there.
 */
export const FIXED_LISTS = {
  samplers: [{ name: 'Automatic', aliases: [], options: {} }],
  schedulers: [{ name: 'automatic', label: 'Automatic', aliases: [], default_rho: -1, need_inner_model: false }],
  upscalers: [{ name: 'None', model_name: null, model_path: null, model_url: null, scale: 1 }],
  'latent-upscale-modes': [],
  'sd-vae': [],
} as const

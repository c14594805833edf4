/** The starts of paths that belong to a table, by host; an empty one is every path. */
export type HostTable = ReadonlyMap<string, readonly string[]>;

/** Sites on which anybody publishes a text without an account. */
export const PASTE: HostTable = table(`
  pastebin.com glot.io rentry.co rentry.org hastebin.com hastebin.skyra.pw toptal.com/developers/hastebin ghostbin.com
  ghostbin.co dpaste.com dpaste.org paste.ee controlc.com 0x0.st termbin.com ix.io sprunge.us clbin.com paste.rs pastes.io
  justpaste.it telegra.ph write.as privatebin.net pastie.org paste.debian.net paste.mozilla.org bpa.st nopaste.net
  textbin.net cl1p.net katb.in pst.innomi.net pastecode.io codepad.org ideone.com snippet.host paste.c-net.org pastefy.app
  paste.gg defuse.ca pastes.dev bin.disroot.org pastebin.pl pastebin.fr pasteall.org dpaste.de friendpaste.com paste.centos.org
  paste.ubuntu.com paste.opensuse.org paste.sh zerobin.net heypasteit.com
`);

/** Sites on which anybody leaves a file without an account. */
export const SHARED_FILES: HostTable = table(`
  transfer.sh file.io anonfiles.com gofile.io catbox.moe litter.catbox.moe mega.nz mega.co.nz mediafire.com
  cdn.discordapp.com media.discordapp.net oshi.at bashupload.com temp.sh tmpfiles.org uguu.se pixeldrain.com
  krakenfiles.com workupload.com zippyshare.com sendspace.com wetransfer.com we.tl bayfiles.com filebin.net ufile.io
  easyupload.io pomf.lain.la fileditch.com limewire.com dropmefiles.com 4shared.com rapidgator.net uploaded.net turbobit.net
  nitroflare.com katfile.com uploadhaven.com racaty.net mixdrop.co dosya.co sendgb.com firestorage.jp gigafile.nu axfc.net
  files.fm filemail.com smash.gg fromsmash.com swisstransfer.com transfernow.net send.vis.ee wormhole.app
  terabox.com 1fichier.com uptobox.com dl.free.fr datafilehost.com solidfiles.com bowfile.com hexupload.net
  upload.ee filedropper.com dropgalaxy.com desiupload.co clicknupload.org hostuje.net fex.net cloud.mail.ru disk.yandex.ru
  yadi.sk
`);

/** Services that shorten an address, so that nobody sees where it leads. */
export const SHORTENERS: HostTable = table(`
  bit.ly tinyurl.com is.gd v.gd cutt.ly rb.gy t.ly shorturl.at ow.ly buff.ly tiny.cc s.id short.io rebrand.ly t2m.io
  clck.ru u.to shorte.st bl.ink soo.gd surl.li goo.su vk.cc lnkd.in adf.ly ouo.io bc.vc shorturl.gg tny.im x.gd da.gd urlz.fr
  kutt.it dub.sh t.co 1url.com linktr.ee gg.gg cli.gs qr.ae
`);

/** Services that receive whatever is sent to them, and tunnels to a machine at home. */
export const EXFIL: HostTable = table(`
  webhook.site requestbin.com requestbin.net pipedream.net m.pipedream.net hookbin.com beeceptor.com requestcatcher.com
  ptsv2.com ptsv3.com postb.in putsreq.com interact.sh interactsh.com oast.me oast.pro oast.live oast.fun oast.site
  oast.online oastify.com burpcollaborator.net dnslog.cn ceye.io canarytokens.com ngrok.io ngrok.app ngrok-free.app
  ngrok.dev ngrok-free.dev trycloudflare.com loca.lt localtunnel.me serveo.net localhost.run lhr.life bore.pub playit.gg
  webhook.cool emailhook.site dnshook.site typedwebhook.tools eoip.io mockbin.io smee.io kvdb.io
`);

/** Free web space under a name that anybody can take. */
export const FREE_PAGES: HostTable = table(`
  vercel.app netlify.app pages.dev workers.dev github.io gitlab.io glitch.me replit.app repl.co onrender.com herokuapp.com
  web.app firebaseapp.com surge.sh weebly.com wixsite.com blogspot.com wordpress.com carrd.co notion.site fly.dev
  railway.app deno.dev render.com gist.github.com gist.githubusercontent.com codeberg.page neocities.org 000webhostapp.com
  infinityfreeapp.com sites.google.com drive.google.com docs.google.com dropbox.com dropboxusercontent.com 1drv.ms
  azurewebsites.net blob.core.windows.net s3.amazonaws.com r2.dev backblazeb2.com duckdns.org ddns.net no-ip.org hopto.org
  zapto.org mooo.com sslip.io nip.io webflow.io framer.app framer.website gitbook.io lovable.app bolt.host softr.app super.site
  typedream.app tilda.ws godaddysites.com mystrikingly.com square.site tiiny.site hashnode.dev replit.dev base44.app
`);

/** Where well-known projects serve a script that is meant for `curl … | sh`. */
export const INSTALLERS: HostTable = table(`
  sh.rustup.rs get.docker.com astral.sh bun.sh bun.com deno.land install.python-poetry.org get.pnpm.io starship.rs
  get.k3s.io get.helm.sh raw.githubusercontent.com/helm/ raw.githubusercontent.com/homebrew/
  raw.githubusercontent.com/nvm-sh/ raw.githubusercontent.com/ohmyzsh/ raw.githubusercontent.com/creationix/nvm
  raw.githubusercontent.com/kubernetes raw.githubusercontent.com/k3d-io/ raw.githubusercontent.com/aquasecurity/
  raw.githubusercontent.com/anchore/ raw.githubusercontent.com/golangci/ raw.githubusercontent.com/rancher/
  raw.githubusercontent.com/docker/ raw.githubusercontent.com/astral-sh/ raw.githubusercontent.com/rhysd/
  raw.githubusercontent.com/infracost/ raw.githubusercontent.com/terraform-linters/ raw.githubusercontent.com/grafana/
  raw.githubusercontent.com/pyenv/ raw.githubusercontent.com/cli/ raw.githubusercontent.com/railwayapp/
  raw.githubusercontent.com/fluxcd/ raw.githubusercontent.com/openclaw/ raw.githubusercontent.com/cargo-bins/
  raw.githubusercontent.com/nextest-rs/ raw.githubusercontent.com/trufflesecurity/ raw.githubusercontent.com/gitleaks/
  fnm.vercel.app get.volta.sh get.sdkman.io pyenv.run sdk.cloud.google.com claude.ai/install opencode.ai ollama.com
  ollama.ai tailscale.com pkgs.tailscale.com fly.io get.fly.io cli.github.com deb.nodesource.com rpm.nodesource.com
  railway.com railway.app/install get.pulumi.com install.duckdb.org clis.cloud.ibm.com aws.amazon.com awscli.amazonaws.com
  packages.microsoft.com aka.ms get.nextflow.io nixos.org install.determinate.systems get.jetify.com get.jetpack.io
  mise.run mise.jdx.dev sh.brew.sh brew.sh toolbelt.treasuredata.com cli-assets.heroku.com cli.doppler.com cursor.com
  foundry.paradigm.xyz cli.inference.sh release.solana.com release.anza.xyz raw.githubusercontent.com/solana-labs/
  getcomposer.org get.rvm.io sentry.io/get-cli setup.atuin.sh dot.net dotnet.microsoft.com get.dagger.io dl.dagger.io
  dl.k8s.io storage.googleapis.com apt.llvm.org sh.vector.dev install.meteor.com julialang.org install.julialang.org
  get-ghcup.haskell.org get.haskellstack.org ghcup.haskell.org bootstrap.pypa.io micro.mamba.pm repo.anaconda.com
  install.goreleaser.com get.temporal.io temporal.download get.wasmer.io wasmtime.dev cli.moonrepo.dev moonrepo.dev
  proto.moonrepo.dev get.activated.win packages.gitlab.com docs.aws.amazon.com app.factory.ai gh.io get.trunk.io trunk.io
  get.chezmoi.io git.io/chezmoi zoxide.rs install.zerotier.com get.opentofu.org apt.releases.hashicorp.com app.warp.dev
  cli.kiro.dev code.kimi.com get.scoop.sh community.chocolatey.org chocolatey.org pixi.sh install.lando.dev get.gitpod.io
  coder.com code-server.dev netdata.cloud get.netdata.cloud my-netdata.io get.portainer.io get.casaos.io cdn.coollabs.io
  get.coollabs.io dokploy.com raw.githubusercontent.com/ajeetdsouza/ raw.githubusercontent.com/sst/ sst.dev encore.dev
  supabase.com neon.com turso.tech get.tur.so cockroachlabs.com clickhouse.com install.surrealdb.com fermyon.com
  fluxcd.io run.linkerd.io install.pi-hole.net neon.tech antigravity.google
  developer.fermyon.com spinframework.dev raw.githubusercontent.com/hatoo/
`);

/** Vendors and projects that everybody knows. */
export const KNOWN: HostTable = table(`
  anthropic.com claude.ai claude.com openai.com chatgpt.com google.com googleapis.com microsoft.com azure.com apple.com
  amazonaws.com amazon.com cloudflare.com docker.com docker.io npmjs.com npmjs.org pypi.org python.org nodejs.org
  rust-lang.org crates.io golang.org go.dev kubernetes.io k8s.io mozilla.org debian.org ubuntu.com redhat.com
  fedoraproject.org archlinux.org alpinelinux.org gnu.org kernel.org apache.org eclipse.org jetbrains.com visualstudio.com
  vscode.dev slack.com notion.so notion.com linear.app atlassian.com atlassian.net stripe.com twilio.com sendgrid.com
  sentry.io datadoghq.com grafana.com elastic.co mongodb.com postgresql.org mysql.com redis.io huggingface.co hf.co
  pytorch.org tensorflow.org nvidia.com intel.com ffmpeg.org imagemagick.org pandoc.org libreoffice.org wikipedia.org
  wikimedia.org w3.org ietf.org stackoverflow.com discord.com telegram.org twitter.com x.com facebook.com instagram.com
  linkedin.com reddit.com youtube.com vimeo.com spotify.com hashicorp.com terraform.io gitlab.com/gitlab-org circleci.com
  travis-ci.com vercel.com netlify.com heroku.com digitalocean.com linode.com shopify.com salesforce.com zendesk.com
  hubspot.com intercom.io mailchimp.com figma.com canva.com adobe.com oracle.com ibm.com sap.com openrouter.ai mistral.ai
  deepseek.com groq.com perplexity.ai elevenlabs.io replicate.com stability.ai cohere.com cohere.ai tavily.com exa.ai
  firecrawl.dev brave.com serper.dev 1password.com bitwarden.com github.com/features docs.github.com api.github.com
  uploads.github.com agentskills.io modelcontextprotocol.io openclaw.ai clawhub.ai clawhub.com x.ai github.com/cli/cli
  github.com/actions/ feishu.cn larksuite.com dingtalk.com weixin.qq.com aliyun.com aliyuncs.com baidu.com bilibili.com
  7-zip.org rarlab.com win-rar.com videolan.org git-scm.com sqlite.org gimp.org inkscape.org blender.org audacityteam.org
  obsidian.md zoom.us wireshark.org nmap.org virtualbox.org postman.com
  wix.com wixstatic.com zhihu.com tencent.com qq.com bytedance.com volces.com volcengine.com
`);

/** Channels of chat and automation services; ordinary programs send notifications there. */
export const MESSENGERS: HostTable = table(`
  discord.com/api/webhooks discordapp.com/api/webhooks api.telegram.org/bot hooks.zapier.com hook.eu1.make.com
  hook.us1.make.com maker.ifttt.com ntfy.sh hooks.slack.com
`);

function table(text: string): HostTable {
  const hosts = new Map<string, string[]>();
  for (const known of text.trim().split(/\s+/)) {
    const slash = known.indexOf("/");
    const host = slash === -1 ? known : known.slice(0, slash);
    const path = slash === -1 ? "" : known.slice(slash);
    hosts.set(host, [...(hosts.get(host) ?? []), path]);
  }
  return hosts;
}

"""What is taken back? Every title: of a hundred actions, how many do not stand. Random players take nothing back."""

# %% Actions, and those that stand
from api.site.watch.charts import Bar
from ops.gallery.support import share, show, table, titles

found, says = [], []
for title in titles():
    actions = table("actions", title)
    gone = actions.height - int(actions["stands"].sum())
    found.append(Bar(title.partition("-")[0], 100 * gone / max(1, actions.height)))
    says.append(f"{title}: {share(gone, actions.height)}" if actions.height else f"{title}: no actions")

# %% The answer
show(f"Taken back: {'; '.join(says)}.", found)

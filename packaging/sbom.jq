# One list from those of `cargo cyclonedx` and `npm sbom`, without the folder of the checkout ($root): the packages of the page are in
# the program.
.[0] as $crates | .[1] as $page | $page.metadata.component."bom-ref" as $top
| $crates
| .metadata.properties += [{ name: "cardroom:commit", value: $commit }]
| .components += $page.components
| .dependencies += [$page.dependencies[] | select(.ref != $top)]
| .metadata.component."bom-ref" as $program
| (.dependencies[] | select(.ref == $program).dependsOn) += [$page.dependencies[] | select(.ref == $top).dependsOn[]]
| walk(if type == "string" then split($root) | join("/cardroom") else . end)
